import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Draws what `switchboard test` prints for a failing fixture, from the output of the command: docs/pictures/failing-fixture.svg. */
const ROOT = join(import.meta.dirname, '..');

const FILES: Readonly<Record<string, string>> = {
  'ads.sbs': `download ads from { type: "http"; url: "https://example.com/{YYYY-MM-DD}.csv"; } using {
    date: date; site: string not null; clicks: integer; revenue: decimal(18, 2);
};
table by_site is select date, site, sum(clicks) as clicks, sum(revenue) as revenue from ads where clicks > 0 order by site;
upload by_site to { type: "file"; path: "by-site.csv"; };
assert paid on by_site: revenue > 0;
`,
  'fixtures/refunds/input/ads.csv':
    'date,site,clicks,revenue\n2026-11-19,a.example,3,1.20\n2026-11-19,a.example,2,-0.30\n2026-11-19,b.example,7,-2.00\n2026-11-19,c.example,1,0.40\n',
  'fixtures/refunds/expected/by_site.csv':
    'date,site,clicks,revenue\n2026-11-19,a.example,3,1.20\n2026-11-19,c.example,1,0.40\n2026-11-19,d.example,0,\n',
  'fixtures/quiet-day/input/ads.csv':
    'date,site,clicks,revenue\n2026-11-20,a.example,1,0.10\n2026-11-20,b.example,0,0.00\n',
  'fixtures/quiet-day/expected/by_site.csv': 'site,clicks\na.example,1\n',
};

/** Colours that are readable on white. */
const COLOURS: Readonly<Record<string, string>> = { '31': '#b42318', '32': '#166534', '33': '#92400e', '2': '#57606a' };
const [CHARACTER, LINE, MARGIN] = [8.43, 21, 18];

function outputOf(folder: string): string {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const program = join(ROOT, 'packages/cli/bin/switchboard.mjs');
  const env = { ...process.env, FORCE_COLOR: '1', NO_COLOR: '' };
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, 'test'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (status !== 1) throw new Error(`The fixture was meant to fail, got exit code ${status}. ${stderr}`);
  return stdout.trimEnd();
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The pieces of a line with the colours that the terminal would give them. */
function piecesOf(line: string): { readonly text: string; readonly style: string }[] {
  let [colour, bold] = ['#1f2328', false];
  return line.split('\u001b[').flatMap((part, index) => {
    const [, code = '', rest = part] = index === 0 ? [] : (/^(\d+)m(.*)$/s.exec(part) ?? []);
    if (code === '1') bold = true;
    else if (code === '22' || code === '39') [colour, bold] = ['#1f2328', false];
    else colour = COLOURS[code] ?? colour;
    return rest === '' ? [] : [{ text: rest, style: `fill="${colour}"${bold ? ' font-weight="700"' : ''}` }];
  });
}

function drawn(text: string): string {
  const lines = ['$ switchboard test', '', ...text.split('\n')].map(piecesOf);
  const lengths = lines.map((line) => line.reduce((sum, piece) => sum + [...piece.text].length, 0));
  const [width, height] = [Math.ceil(Math.max(...lengths) * CHARACTER) + 2 * MARGIN, lines.length * LINE + 2 * MARGIN];
  const rows = lines.map((line, index) => {
    const spans = line.map(({ text: part, style }) => `<tspan ${style}>${escaped(part)}</tspan>`).join('');
    return `<text x="${MARGIN}" y="${MARGIN + index * LINE + 15}" xml:space="preserve">${spans}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>The output of switchboard test for a failing fixture</title>
<rect width="100%" height="100%" rx="8" fill="#ffffff" stroke="#d0d7de"/>
${rows.join('\n')}
</svg>
`;
}

const folder = mkdtempSync(join(tmpdir(), 'switchboard-drawn-'));
try {
  writeFileSync(join(ROOT, 'docs/pictures/failing-fixture.svg'), drawn(outputOf(folder)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

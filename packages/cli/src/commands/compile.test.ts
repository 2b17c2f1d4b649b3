import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-compile-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const DOWNLOAD = `download ads from { type: "http"; key: "api"; url: "https://example.com/{YYYY-MM-DD}"; format: "csv"; } using {
  site: string;
  clicks: integer;
};
`;
const upload = (column: string): string => `table daily is select site, sum(${column}) as clicks from ads;
upload daily to { type: "file"; path: "daily.csv"; };
`;

test('a script without errors exits with 0', async () => {
  await writeFile(join(folder, 'a.sbs'), DOWNLOAD + upload('clicks'));
  const { code, err } = await runCommand(['compile', 'a.sbs'], folder);
  expect(err).toBe('0 errors, 0 warnings in 1 file\n');
  expect(code).toBe(0);
});

test('an error is shown at its place in its file, and exits with 1', async () => {
  await mkdir(join(folder, 'ads'));
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'ads', 'source.sbs'), DOWNLOAD);
  await writeFile(join(folder, 'ads', 'daily.sbs'), upload('clickz'));
  await writeFile(join(folder, 'node_modules', 'theirs.sbs'), 'not ours');
  const { code, out, err } = await runCommand(['compile'], folder);
  expect(out).toContain('error SBS2004 ads/daily.sbs:1:33\n  There is no column clickz in ads. Did you mean clicks?');
  expect(out).toMatch(/^> 1 \| table daily is select site, sum\(clickz\) as clicks from ads;\n +\| {33}\^{6}$/m);
  expect(out).not.toContain('\u001b');
  expect(err).toMatch(/^1 error, \d+ warnings? in 2 files\n$/);
  expect(code).toBe(1);
});

test('errors come first, then warnings, then information, each in the order of the script', async () => {
  const unused = 'table a is select site, nothing from ads;\ntable b is select clickz from ads;\n';
  await writeFile(join(folder, 'a.sbs'), DOWNLOAD + upload('clicks') + unused);
  const { out } = await runCommand(['compile', 'a.sbs'], folder);
  const kinds = [...out.matchAll(/^(error|warning|info) SBS\d+ a\.sbs:(\d+)/gm)].map(([, kind]) => kind);
  expect(kinds.slice(0, 2)).toEqual(['error', 'error']);
  expect(kinds).toEqual([
    ...kinds.filter((kind) => kind === 'error'),
    ...kinds.filter((kind) => kind === 'warning'),
    ...kinds.filter((kind) => kind === 'info'),
  ]);
  expect(new Set(kinds).size).toBeGreaterThan(1);
});

test('colours come when they are asked for, and nothing in a script commands the terminal', async () => {
  await writeFile(join(folder, 'a.sbs'), `${DOWNLOAD}/* \u001b]0;title\u0007 */ table t is select nothing from ads;`);
  const { out } = await runCommand(['compile', 'a.sbs'], folder, { FORCE_COLOR: '1' });
  expect(out).toContain('\u001b[31merror');
  expect(out).not.toContain('\u001b]0;');
  expect(out).not.toContain('\u0007');
  const plain = await runCommand(['compile', 'a.sbs'], folder, { FORCE_COLOR: '1', NO_COLOR: '1' });
  expect(plain.out).not.toContain('\u001b');
});

test('--json gives messages, declarations and plan', async () => {
  await writeFile(join(folder, 'a.sbs'), DOWNLOAD + upload('clicks'));
  const { code, out } = await runCommand(['compile', '--json', 'a.sbs'], folder);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    messages: [{ type: 'info', message: 'Grouped by site.' }],
    declarations: [
      { name: 'ads', declaration_type: 'import', key_name: 'api' },
      { name: 'daily', declaration_type: 'export', connector_type: 'file' },
    ],
    plan: { version: 1, sources: [{ name: 'ads' }], uploads: [{ name: 'daily', sources: ['ads'] }] },
  });
});

test('--json prints one document and nothing else, also for scripts with errors', async () => {
  await writeFile(join(folder, 'a.sbs'), DOWNLOAD + upload('clickz'));
  const { code, out, err } = await runCommand(['compile', '--json'], folder);
  expect(code).toBe(1);
  expect(err).toBe('');
  const error: unknown = expect.objectContaining({ code: 'SBS2004', path: 'a.sbs', startColumn: 33 });
  const messages: unknown = expect.arrayContaining([error]);
  expect(JSON.parse(out)).toMatchObject({ messages, plan: null });
});

test('a quick fix is named', async () => {
  await writeFile(join(folder, 'a.sbs'), DOWNLOAD + upload('clickz'));
  const { out } = await runCommand(['compile'], folder);
  expect(out).toContain('\n  fix: Write clicks\n');
});

test('--catalog lists the available connectors and keys', async () => {
  await writeFile(join(folder, 'a.sbs'), DOWNLOAD + upload('clicks'));
  const keys = [{ name: 'apis', type: 'api_token', status: 'active' }];
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys }));
  const wrongKey = await runCommand(['compile', '--catalog', 'keys.json'], folder);
  expect(wrongKey.out).toContain('There is no key api. Did you mean apis?');
  expect(wrongKey.code).toBe(1);
  const connector = { name: 'http', displayName: 'HTTP', keyTypes: [], keyRequired: false };
  await writeFile(join(folder, 'all.json'), JSON.stringify({ connectors: [connector] }));
  const noSource = await runCommand(['compile', '--catalog', 'all.json'], folder);
  expect(noSource.out).toContain('error SBS4016');
  expect(noSource.out).toContain('error SBS4001');
});

test('files of a folder elsewhere are shown as they can be opened', async () => {
  await mkdir(join(folder, 'here'));
  await mkdir(join(folder, 'there', 'ads'), { recursive: true });
  await writeFile(join(folder, 'there', 'ads', 'a.sbs'), 'table t is select x from nowhere;');
  const { out } = await runCommand(['compile', '../there'], join(folder, 'here'));
  expect(out).toContain('error SBS2003 ../there/ads/a.sbs:1:');
  const { out: json } = await runCommand(['compile', '--json', '../there'], join(folder, 'here'));
  expect(json.match(/"path": "[^"]*"/g)).toContain('"path": "ads/a.sbs"');
});

test.each([
  [['compile', 'nowhere.sbs'], 'There is no file or folder nowhere.sbs.'],
  [['compile', '.'], 'There is no .sbs file in this folder.'],
  [['compile', 'binary.bin'], 'binary.bin is not a UTF-8 text: it seems to be UTF-16. Save it as UTF-8.'],
  [['compile', '--catalog', 'nowhere.json'], 'nowhere.json cannot be read.'],
  [['compile', '--catalog', 'binary.bin'], 'binary.bin is not valid JSON.'],
  [['compile', '--unheard'], "unknown option '--unheard'"],
])('%s is a wrong call and exits with 2', async (args, message) => {
  await writeFile(join(folder, 'binary.bin'), Buffer.from([0xff, 0xfe, 0x00, 0xd8]));
  const { code, out, err } = await runCommand(args, folder);
  expect(err).toContain(message);
  expect(out).toBe('');
  expect(code).toBe(2);
});

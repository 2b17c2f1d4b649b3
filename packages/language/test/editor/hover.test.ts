import { expect, test } from 'vitest';
import { MarkupContent } from 'vscode-languageserver-types';
import { hoverAt } from '../../src/editor/hover/hover.ts';
import { editorFile } from './editor-file.ts';

function hovered(marked: string): string | null {
  const { workspace, path, offset } = editorFile(marked);
  const hover = hoverAt(workspace, path, offset);
  if (hover === null) return null;
  if (!MarkupContent.is(hover.contents)) throw new Error('A hover is Markdown.');
  return hover.contents.value;
}

const SOURCE =
  'download odd from { type: "web"; url: "https://x.y"; } using { "Ad unit": string not null as unit; at: date("dd/MM/YYYY"); };\n';

/** Expected hover at the mark `|`. */
const HOVERS: Readonly<Record<string, readonly string[]>> = {
  'table t is select si|te from ads;': [
    'site: string not null',
    'Column of the download `ads` in `prelude/sources.sbs`',
  ],
  'table t is select |site from ads;': ['site: string not null'],
  'table t is select site| from ads;': ['site: string not null'],
  'table t is select ads.pr|ice from ads;': ['price: decimal(18, 6)'],
  'table t is select sites.id, ads.si|te from sites left join ads on ads.site == sites.id;': ['site: string\n'],
  'table t is select clicks + m_one as to|tal from ads;': [
    'total: integer',
    'table `t` in `a.sbs`',
    'From `ads.clicks`, `ads.m_one`',
  ],
  'table t is select clicks as c from ads; table u is select * from t; table v is select |c from u;': [
    'From `ads.clicks`',
  ],
  'table t is select clicks as c from ads having count() > 0 and |c > 0;': ['c: integer', 'From `ads.clicks`'],
  [`${SOURCE}table t is select un|it from odd;`]: ['unit: string not null', 'header `Ad unit`'],
  [`${SOURCE}table t is select |at from odd;`]: ['format `dd/MM/YYYY`'],
  'table t is select report_|date from ads;': ['Pseudo-column of the download `ads`', 'report_date: date'],
  'table t is select some|thing from anything;': ['Its type is known only from the data'],
  'table t is select site from a|ds;': ['Download `ads` in `prelude/sources.sbs`', 'site: string not null;'],
  'table |t is select site from ads;': ['Table `t` in `a.sbs`', 'site: string not null;'],
  'table t is select site from any|thing;': ['Download `anything`', '\n*\n'],
  'table t is select |a.site from ads as a;': ['`a` stands for `ads` in this query'],
  'table t is select su|m(clicks) as c from ads;': ['sum(value: number): number', 'sum(clicks)', 'Folds the rows'],
  'download x from { type: "w|eb"; url: "https://x.y"; } using { * };': [
    'Web, for downloads',
    'May have a key of type `token`',
  ],
  'upload ads to { type: "ta|pe"; };': ['**Deprecated**: use `disk`'],
  'upload ads to { type: "sql"; key: "|old"; table: "x"; };': ['Key `old` of type `sql`, suspended'],
  'download x from { type: "web"; ur|l: "https://x.y"; } using { * };': ['url: string, required', 'The address.'],
  'download x from { type: "folder"; pat|tern: "x"; } using { * };': ['Not together with `regex`'],
  'download x from { type: "web"; hour_of|_day: 3; } using { * };': [
    'integers, or one alone, 0 to 23',
    '`period_hours`',
  ],
  'upload ads to { type: "disk"; for|mat: "csv"; path: "x"; };': ['Default: `"csv"`', 'One of `"csv"`, `"parquet"`'],
  'upload ads to { type: "sql"; table: "x"; key: "warehouse"; test: { sch|ema: "s"; }; };': ['schema: string'],
  'download bundle b from { type: "folder"; pattern: "*.zip"; } using { table t from { mem|ber: "x"; } using { * }; };':
    ['member: string, required'],
  'download bundle |b from { type: "folder"; pattern: "*.zip"; } using { table t using { * }; };': [
    'Bundle `b` from `folder`',
  ],
  'upload ads as raw| to { type: "sql"; key: "warehouse"; table: "x"; };': [
    'Upload `raw` to `sql` with the key `warehouse`',
  ],
  'download x from { type: "web"; url: "https://x.y"; } using { a: dec|imal(3, 1); };': ['An exact number'],
  'table t is select cast(site as inte|ger) as x from ads;': ['A whole number'],
  'table t is sel|ect site from ads;': ['select site, count()'],
  'table t is select site from ads left |join sites using (kind);': ['Pairs of matching rows'],
  'table t is upsert ads by site wh|en empty replace;': ['what a load without rows does to kept rows'],
  'table t is upsert ads by site when em|pty replace;': ['A load without rows: keep leaves'],
  'table t is upsert ads by site when empty ke|ep;': ['The default'],
  'table t is UN|ION ads, sites;': ['The rows of several tables'],
  // Unfinished texts, of which the checker says nothing.
  'table t is select si|te, from ads': ['site: string not null'],
  'table t is select ads.cl|icks from ads where': ['clicks: integer'],
  'table t is select up|per( from ads': ['upper(text: string): string'],
  'table t is select site from ad|s where (': ['Download `ads`'],
  'table t is union ads, si|tes': ['Download `sites`'],
  'download x from { type: "w|eb"': ['Web, for downloads'],
  'download x from { type: "web"; time|zone: "': ['The IANA timezone'],
};

test.each(Object.entries(HOVERS))('describes %s', (marked, parts) => {
  const found = hovered(marked);
  for (const part of parts) expect(found).toContain(part);
});

test.each([
  'table t is select 1|2 as x from ads;',
  "table t is select 'si|te' as x from ads;",
  '// sel|ect',
  '/* table| */',
  'table t is select site from ads where noth|ing > 1;',
  'table t is select site from nowh|ere;',
  '|',
  'table t is select site from ads |  ;',
  'download x from { type: "nothing|"; } using { * };',
  'upload ads to { type: "sql"; key: "nobo|dy"; };',
])('%s has nothing to say', (marked) => {
  expect(hovered(marked)).toBeNull();
});

test('names of any characters stay code', () => {
  const name = '`**bold**`<img src=x>';
  const source = `download odd from { type: "web"; url: "https://x.y"; } using { "${name}": string; };\n`;
  const found = hovered(`${source}table t is select "${name}|" from odd;`);
  expect(found).toContain(`\`\`\`sbs\n"${name}": string\n\`\`\``);
  expect(hovered(`${source}table "${name}" is select 1 as x from odd; table t is select x from "${name}|";`)).toContain(
    `Table \`\` ${name} \`\` in`,
  );
});

test('the range is that of the name, its quotation marks included', () => {
  const { workspace, path, offset } = editorFile('table t is\n  select "si|te" from ads;');
  expect(hoverAt(workspace, path, offset)?.range).toEqual({
    start: { line: 1, character: 9 },
    end: { line: 1, character: 15 },
  });
  expect(hoverAt(workspace, 'other.sbs', 0)).toBeNull();
});

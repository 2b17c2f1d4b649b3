import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

const SCRIPT = `
download ads from { type: "http"; url: "https://example.com/ads"; format: "csv"; } using {
  site: string; clicks: integer; note: string;
};
download sites from { type: "http"; url: "https://example.com/sites"; format: "csv"; } using { id: string; owner: string; };
table named is select ads.site, owner, clicks from ads join sites on ads.site == sites.id;
table daily is select owner, sum(clicks) as clicks, count() as rows from named where clicks > 0;
table both is select d.owner, d.rows, n.site from daily as d join named as n on d.owner == n.owner;
upload both to { type: "file"; path: "both.csv"; };
upload ads to { type: "file"; path: "ads.csv"; };
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchboard-lineage-'));
  await writeFile(join(folder, 'a.sbs'), SCRIPT);
  await writeFile(join(folder, 'bad.txt'), 'table t is select x from nowhere;');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the tree from the upload back to its downloads, and where each column comes from', async () => {
  const { code, out, err } = await runCommand(['lineage', 'both'], folder);
  expect(err).toBe('');
  expect(out).toBe(`both  upload to file · both.csv
└─ both  table
   ├─ daily  table
   │  └─ named  table
   │     ├─ ads  download
   │     └─ sites  download
   └─ named  table, see above

Column  Comes from
owner   sites.owner
rows    no column
site    ads.site

Rows are decided by ads.clicks, ads.site, sites.id, sites.owner
`);
  expect(code).toBe(0);
});

test('an upload of a download itself', async () => {
  const { out } = await runCommand(['lineage', 'ads', 'a.sbs'], folder);
  expect(out).toContain('ads  upload to file · ads.csv\n└─ ads  download\n');
  expect(out).toContain('note    ads.note\n');
});

test('--format json', async () => {
  const { out } = await runCommand(['lineage', 'both', '--format', 'json'], folder);
  const lineage = JSON.parse(out) as { nodes: { id: string }[] };
  expect(lineage).toMatchObject({
    upload: 'both',
    destination: 'file · both.csv',
    columns: [
      { name: 'owner', origins: [['sites', 'owner']] },
      { name: 'rows', origins: [] },
      { name: 'site', origins: [['ads', 'site']] },
    ],
  });
  expect(lineage.nodes.map((node) => node.id)).toEqual([
    'download:ads',
    'download:sites',
    'table:named',
    'table:daily',
    'table:both',
    'upload:both',
  ]);
});

test('--format mermaid', async () => {
  const { out } = await runCommand(['lineage', 'ads', '--format', 'mermaid'], folder);
  expect(out).toMatch(/^flowchart LR\n {2}subgraph n0\["download ads"\]\n {4}n0c0\["site"\]\n/);
  expect(out).toMatch(/\n {2}n0c2 --> n1c2\n$/);
});

test.each([
  [['lineage', 'bots'], 2, 'There is no upload bots. Did you mean both?'],
  [['lineage', 'something'], 2, 'There is no upload something. There are: both, ads.'],
  [['lineage'], 2, "missing required argument 'upload'"],
  [['lineage', 'both', '--format', 'svg'], 2, 'Allowed choices are text, json, mermaid.'],
  [['lineage', 'both', 'nowhere'], 2, 'There is no file or folder nowhere.'],
  [['lineage', 'both', 'bad.txt'], 1, 'error SBS2003 bad.txt:1:26'],
])('%j exits with %i', async (args, code, text) => {
  const ended = await runCommand(args, folder);
  expect(ended.err).toContain(text);
  expect(ended).toMatchObject({ code, out: '' });
});

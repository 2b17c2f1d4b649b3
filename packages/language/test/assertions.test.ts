import { expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, openDatabase, type Row } from './open-database.ts';

const SOURCES = `
download ads from { type: "web"; url: "https://example.com/ads"; } using { site: string; country: string; clicks: integer; };
download sites from { type: "web"; url: "https://example.com/sites"; } using { id: string; country: string; };
upload ads to { type: "disk"; path: "ads.csv"; };
`;

const ADS = `VALUES ('a', 'DE', 1), ('a', 'DE', 2), ('b', 'AT', -3), (NULL, 'AT', 4), (NULL, 'AT', NULL)`;
const SITES = `VALUES ('a', 'DE'), ('b', 'DE'), (NULL, 'AT')`;

/** The rows that contradict a claim about ads. */
async function contradicting(claim: string): Promise<Row[]> {
  const { plan, messages } = compile([{ path: 'a.sbs', text: `${SOURCES}assert it on ads: ${claim};` }], CATALOG);
  expect(messages.filter((message) => message.type === 'error')).toEqual([]);
  const [assertion] = plan?.assertions ?? [];
  if (!plan || !assertion || assertion.claim.kind === 'row_count') throw new Error('The claim has no rows.');
  const database = await openDatabase();
  await createSources(database, plan, {
    ads: `SELECT * FROM (${ADS}) AS t(site, country, clicks)`,
    sites: `SELECT * FROM (${SITES}) AS t(id, country)`,
  });
  return database.run(assertion.claim.sql.duckdb);
}

const site = (name: string | null, country: string, clicks: number | null): Row => ({
  site: name,
  country,
  clicks,
});

test.each([
  ['clicks > 0', [site('b', 'AT', -3), site(null, 'AT', null)]],
  ['clicks is null or clicks > 0', [site('b', 'AT', -3)]],
  ["country in ('DE')", [site('b', 'AT', -3), site(null, 'AT', 4), site(null, 'AT', null)]],
  ['true', []],
  ['null', 5],
  ['not null (site)', [site(null, 'AT', 4), site(null, 'AT', null)]],
  ['not null (country, clicks)', [site(null, 'AT', null)]],
  ['site in sites.id', []],
  ['country in sites.id', 5],
  ['(site, country) in sites (id, country)', [site('b', 'AT', -3)]],
  ['clicks in ads.clicks', []],
] as const)('%s finds the rows that contradict it', async (claim, expected) => {
  const rows = await contradicting(claim);
  if (typeof expected === 'number') expect(rows).toHaveLength(expected);
  else expect(rows).toEqual(expected);
});

test('unique finds each repeated value once, with the number of its rows; nulls are equal', async () => {
  const rows = await contradicting('unique (site)');
  expect(rows.toSorted((a, b) => String(a.site).localeCompare(String(b.site)))).toEqual([
    { site: 'a', rows: '2' },
    { site: null, rows: '2' },
  ]);
  expect(await contradicting('unique (site, country, clicks)')).toEqual([]);
});

test('a plan lists assertions, and an upload needs what they read', () => {
  const text = `${SOURCES}table t is select site from ads; upload t to { type: "disk"; path: "t.csv"; };
assert known on t: site in sites.id else warn;
assert size on ads: row_count between 50 and 200 percent of last 7 dates;`;
  const { plan, messages } = compile([{ path: 'p/a.sbs', text }], CATALOG);
  expect(messages.map(({ code, message }) => [code, message])).toEqual([
    ['SBS5003', 'Column country of sites is never used. Use it, or remove it.'],
  ]);
  expect(plan?.uploads.map(({ name, sourceTables }) => [name, sourceTables])).toEqual([
    ['ads', ['ads']],
    ['t', ['ads', 'sites']],
  ]);
  expect(plan?.assertions).toMatchObject([
    { name: 'known', project: 'p', table: 't', severity: 'warn', inputs: ['t', 'sites'], claim: { kind: 'reference' } },
    {
      name: 'size',
      severity: 'stop',
      inputs: ['ads'],
      claim: { kind: 'row_count', low: 50, high: 200, dates: 7 },
      position: { path: 'p/a.sbs', startLine: 7 },
    },
  ]);
});

test('an asserted table without an upload is as unused as before', () => {
  const text = `${SOURCES}table t is select site, country, clicks from ads; assert known on t: (site, country) in sites (id, country);`;
  const { messages } = compile([{ path: 'a.sbs', text }], CATALOG);
  expect(messages.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'SBS5001 Download sites reaches no upload. Use it in a table that is uploaded, or remove it.',
    'SBS5002 Table t reaches no upload. Upload it, or remove it.',
  ]);
});

test.each([
  ['row_count >= 1', '1 and 1e15'],
  ['row_count > 0', '1 and 1e15'],
  ['row_count > 0.5', '1 and 1e15'],
  ['row_count == 24', '24 and 24'],
  ['row_count = 24', '24 and 24'],
  ['row_count <= 1000', '0 and 1000'],
  ['row_count < 1000', '0 and 999'],
  ['10 <= row_count', '10 and 1e15'],
  ['ROW_COUNT < 1e3', '0 and 999'],
])('%s is a row count between %s', (condition, range) => {
  const text = `${SOURCES}assert size on ads: ${condition};`;
  const { messages } = compile([{ path: 'a.sbs', text }], CATALOG);
  expect(messages.filter(({ type }) => type === 'error').map(({ code, fix }) => [code, fix?.title])).toEqual([
    ['SBS3065', `Write row_count between ${range}`],
  ]);
});

test.each(['row_count < 0', 'row_count != 3', 'row_count == 1.5', '"row_count" > 1', 'row_count > clicks'])(
  '%s asserts no row count',
  (condition) => {
    const { messages } = compile([{ path: 'a.sbs', text: `${SOURCES}assert size on ads: ${condition};` }], CATALOG);
    expect(messages.map(({ code }) => code)).not.toContain('SBS3065');
  },
);

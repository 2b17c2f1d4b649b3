import { beforeEach, describe, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { mergeKept, offerState, passOn, setDates } from './kept/kept-tables.ts';
import { createSources, type Database, openDatabase, type Row } from './open-database.ts';

const source = (columns: string): string =>
  `download d from { type: "web"; url: "https://example.com"; } using { ${columns} };`;

let database: Database;
let runs = 0;
beforeEach(async () => {
  runs = 0;
  database = await openDatabase();
});

/** One run: the rows of the input, given as SQL, loaded for the next report date into the state that the runs before left. */
async function run(script: string, rows: string): Promise<Row[]> {
  const { plan, messages } = compile([{ path: 'a.sbs', text: script }], CATALOG);
  expect(messages.filter((message) => message.type === 'error')).toEqual([]);
  const table = plan?.tables.at(-1);
  if (!plan || !table?.state) throw new Error('The last table is not an upsert.');
  await createSources(database, plan, { d: rows });
  runs += 1;
  if (runs === 1) await offerState(database, table);
  await setDates(database, `2026-11-${String(runs).padStart(2, '0')}`);
  await mergeKept(database, table);
  const shown = await database.run(table.sql.duckdb);
  await passOn(database, table);
  return shown;
}

const values = (columns: string, ...rows: string[]): string =>
  `SELECT * FROM (VALUES ${rows.map((row) => `(${row})`).join(', ')}) AS v(${columns})`;

describe('the rows of an upsert from run to run', () => {
  const plain = `${source('k: string; n: integer;')} table t is upsert d by k;`;

  test('the newest rows win without an order, and keys that are not there stay', async () => {
    expect(await run(plain, values('k, n', "'a', 1", "'b', 5"))).toEqual([
      { k: 'a', n: '1' },
      { k: 'b', n: '5' },
    ]);
    expect(await run(plain, values('k, n', "'c', 9", "'b', 2"))).toEqual([
      { k: 'a', n: '1' },
      { k: 'b', n: '2' },
      { k: 'c', n: '9' },
    ]);
  });

  test('the first of old and new wins by an order; of equal ones the new', async () => {
    const ordered = `${source('k: string; n: integer; s: string;')} table t is upsert d by k order by n desc;`;
    await run(ordered, values('k, n, s', "'a', 3, 'old'", "'b', 3, 'old'", "'c', 3, 'old'", "'d', NULL, 'old'"));
    expect(
      await run(ordered, values('k, n, s', "'a', 2, 'new'", "'b', 3, 'new'", "'c', 4, 'new'", "'d', 0, 'new'")),
    ).toEqual([
      { k: 'a', n: '3', s: 'old' },
      { k: 'b', n: '3', s: 'new' },
      { k: 'c', n: '4', s: 'new' },
      { k: 'd', n: '0', s: 'new' },
    ]);
  });

  test('the choice among rows of one input does not depend on their order', async () => {
    const rows = ["'a', 2", "'a', 1", "'a', NULL"];
    const [forward] = await run(plain, values('k, n', ...rows));
    database = await openDatabase();
    runs = 0;
    const [backward] = await run(plain, values('k, n', ...rows.toReversed()));
    expect(forward).toEqual(backward);
  });

  test('a null key is a key', async () => {
    await run(plain, values('k, n', 'NULL, 1', "'a', 1"));
    expect(await run(plain, values('k, n', 'NULL, 2'))).toEqual([
      { k: 'a', n: '1' },
      { k: null, n: '2' },
    ]);
  });
});

describe('the rows of an upsert after a change of the schema', () => {
  test('a column is added, another widened, a third dropped', async () => {
    const before = `${source('k: string; n: integer; gone: string;')} table t is upsert d by k;`;
    await run(before, values('k, n, gone', "'a', 1, 'x'"));
    const after = `${source('added: date; k: string; n: decimal(18, 2);')} table t is upsert d by k;`;
    expect(await run(after, values('added, k, n', "DATE '2026-01-01', 'b', 2.5"))).toEqual([
      { added: null, k: 'a', n: '1.00' },
      { added: '2026-01-01', k: 'b', n: '2.50' },
    ]);
  });

  test('keys of another type are compared in the type they have now', async () => {
    await run(`${source('k: string; n: integer;')} table t is upsert d by k;`, values('k, n', "'01', 1"));
    const after = `${source('k: integer; n: integer;')} table t is upsert d by k;`;
    expect(await run(after, values('k, n', '1, 2'))).toEqual([{ k: '1', n: '2' }]);
  });

  test('what does not convert fails the run', async () => {
    await run(`${source('k: string; n: string;')} table t is upsert d by k;`, values('k, n', "'a', 'many'"));
    const after = `${source('k: string; n: integer;')} table t is upsert d by k;`;
    await expect(run(after, values('k, n', "'b', 2"))).rejects.toThrow(/many/);
  });

  test('rows kept under more keys than there are now become one a key', async () => {
    const one = `${source('k: string; l: string; n: integer;')} table t is upsert d by k, l;`;
    await run(one, values('k, l, n', "'a', 'x', 1", "'a', 'y', 2"));
    const other = `${source('k: string; l: string; n: integer;')} table t is upsert d by k;`;
    expect(await run(other, values('k, l, n', "'b', 'z', 3"))).toEqual([
      { k: 'a', l: 'x', n: '1' },
      { k: 'b', l: 'z', n: '3' },
    ]);
  });

  test('an open table keeps all columns that ever came', async () => {
    const open = `${source('k: string; *')} table t is upsert d by k;`;
    await run(open, values('k, one', "'a', 1"));
    expect(await run(open, values('k, two', "'b', 'x'"))).toEqual([
      { k: 'a', one: 1, two: null },
      { k: 'b', one: null, two: 'x' },
    ]);
  });
});

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, type Message } from '../../src/index.ts';
import { applyFix } from '../apply-fix.ts';
import { CATALOG } from '../catalog.ts';
import { createSources, type Database, openDatabase } from '../open-database.ts';

/**
 * A habit of a dialect, judged by hand: where it is written (an expression, a condition, a query or a script), the text, the code,
 * a part of the message, and what the fix makes of it with the values of its last column; nulls without a fix, and values of null for
 * one that fails by a value.
 */
type Judged = readonly [
  dialect: string,
  place: 'e' | 'w' | 'q' | 's',
  text: string,
  code: string,
  part: string,
  fixed: string | null,
  values: readonly unknown[] | null,
];

const JUDGED = readFileSync(new URL('./dialects.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Judged);

const SOURCES = {
  path: 'sources.sbs',
  text: `
download ads from { type: "web"; url: "https://e.com/a"; } using { day: date; at: datetime; site: string; kind: string; clicks: integer;
  cost: decimal(18, 2); ratio: float; active: boolean; extra: json; tags: [string]; owner: { id: integer; name: string; }; m_one: integer;
  m_two: integer; };
download sites from { type: "web"; url: "https://e.com/s"; } using { id: string; name: string; tier: string; };`,
};
const ADS = `SELECT * FROM (VALUES
  (DATE '2026-01-31', TIMESTAMP '2026-01-31 10:20:30', '12', 'a', 5::BIGINT, 2.50::DECIMAL(18, 2), 2.5::DOUBLE, true, '{"a": "x", "user": 7}'::JSON, ['b', 'a'], {'id': 1::BIGINT, 'name': 'n'}, 2::BIGINT, 0::BIGINT),
  (DATE '2026-03-01', TIMESTAMP '2026-03-01 23:59:59', '2026-01-05', NULL, 0, -0.50, 0.5, false, '{"a": 1}', ['a'], {'id': 2, 'name': NULL}, 0, 1)
) AS rows("day", "at", site, kind, clicks, cost, ratio, active, extra, tags, owner, m_one, m_two)`;

const scriptOf = (place: Judged[1], text: string): string => {
  if (place === 'e') return `table t is select ${text} as v from ads;`;
  if (place === 'w') return `table t is select site from ads where ${text};`;
  return place === 'q' ? `table t is ${text};` : text;
};

/** Messages about the script, but for those of tables that are not uploaded and of results without an order. */
function messagesOf(text: string): readonly Message[] {
  const ignored = new Set(['SBS5002', 'SBS5006', 'SBS5011', 'SBS9001', 'SBS9002']);
  const { messages } = compile([{ path: 'main.sbs', text }, SOURCES], CATALOG);
  return messages.filter(({ path, code }) => path === 'main.sbs' && !ignored.has(code));
}

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
  const { plan } = compile([SOURCES], CATALOG);
  if (!plan) throw new Error('The sources do not compile.');
  await createSources(database, plan, { ads: ADS });
});

/** The values of the last column of a script's table, in a fixed order of rows where it has none. */
async function valuesOf(text: string): Promise<readonly unknown[]> {
  const { plan } = compile([{ path: 'main.sbs', text }, SOURCES], CATALOG);
  const rows = await database.run(plan?.tables[0]?.sql.duckdb ?? '');
  return rows.map((row) => Object.values(row).at(-1));
}

describe.each(Object.entries(Object.groupBy(JUDGED, ([dialect]) => dialect)))(
  'a habit of %s',
  (_dialect, judged = []) => {
    test.each(judged)(
      '$1 $2 has one message, whose fix keeps the value',
      async (_name, place, text, code, part, fixed, values) => {
        const script = scriptOf(place, text);
        const [message, ...others] = messagesOf(script);
        expect(others.map((each) => `${each.code} ${each.message}`)).toEqual([]);
        expect(message?.code).toBe(code);
        expect(message?.message).toContain(part);
        expect(message?.fix ? applyFix(script, message.fix) : null).toBe(fixed);
        if (fixed === null) return;
        expect(messagesOf(fixed).filter(({ type }) => type === 'error')).toEqual([]);
        // What a dialect refuses to convert fails here too.
        if (values === null) await expect(valuesOf(fixed)).rejects.toThrow('~cast~');
        else expect(await valuesOf(fixed)).toEqual(values);
      },
    );
  },
);

test('the judged habits are 200 or more, of 12 dialects or more', ({ annotate }) => {
  const counts = Object.entries(Object.groupBy(JUDGED, ([dialect]) => dialect)).map(
    ([dialect, rows = []]) => `${dialect} ${rows.length}`,
  );
  void annotate(counts.join(', '));
  process.stdout.write(`habits judged: ${counts.join(', ')}\n`);
  expect(counts.length).toBeGreaterThanOrEqual(12);
  expect(JUDGED.length).toBeGreaterThanOrEqual(200);
});

test('no habit is judged twice', () => {
  expect(new Set(JUDGED.map(([dialect, place, text]) => `${dialect} ${place} ${text}`)).size).toBe(JUDGED.length);
});

test.each([
  ["select nvl(kind, 'x') as k, site::text as s from ads where nope > 1", ['SBS2030', 'SBS1041', 'SBS2004']],
  ["select top 5 nvl(kind, 'x') as k, nope from ads order by clicks", ['SBS1040', 'SBS2030', 'SBS2004']],
  ["select clicks::int8::text as s, day > '2026-13-01' as b from ads", ['SBS1041', 'SBS3002']],
])('the syntax of a dialect hides no other message of its table: %s', (query, codes) => {
  expect(
    messagesOf(scriptOf('q', query))
      .map(({ code }) => code)
      .sort(),
  ).toEqual(codes.toSorted());
});

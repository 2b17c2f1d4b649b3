import type { Plan } from '@switchboard/model';
import { beforeAll, describe, expect, test } from 'vitest';
import { DUCKDB_WORDS } from '../src/emit/duckdb/allowed-words.ts';
import { refusal } from '../src/emit/sql-fence.ts';
import { type Compilation, compile, formatScript } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { escaped, HOSTILE } from './hostile-texts.ts';
import { createSources, type Database, openDatabase } from './open-database.ts';

const SOURCE =
  'download d from { type: "web"; url: "https://example.com"; } using { s: string; t: string; i: integer; day: date; at: datetime; doc: json; r: { x: integer; }; l: [string]; };';
const end = 'upload u to { type: "disk"; path: "u.csv"; };';
const select = (items: string, rest = ''): string => `${SOURCE}\ntable u is select ${items} from d${rest};\n${end}`;

/** Every place where a name or a text can stand; `x` is it, escaped but without its quotation marks. */
const PLACES: Readonly<Record<string, (x: string) => string>> = {
  'download name': (x) =>
    `download "${x}" from { type: "web"; url: "https://example.com"; } using { s: string; }; table u is select * from "${x}"; ${end}`,
  'column name': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; }; table u is select "${x}" from d; ${end}`,
  header: (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string as s; }; table u is select s from d; ${end}`,
  'renamed column': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { s: string as "${x}"; }; table u is select d."${x}" as s from d; ${end}`,
  'record field': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { r: { "${x}": integer; }; }; table u is select r."${x}" as f, r['${x}'] as g from d; ${end}`,
  'bundle and member': (x) =>
    `download bundle "b${x}" from { type: "folder"; pattern: "*"; } using { table "t${x}" from { member: "${x}"; } using { s: string; }; }; table u is select s from "t${x}"; ${end}`,
  'table name': (x) => `${SOURCE} table "${x}" is select s from d; table u is select s from "${x}"; ${end}`,
  'upload name': (x) => `${SOURCE} upload d as "${x}" to { type: "disk"; path: "{name}.csv"; };`,
  alias: (x) => select(`"${x}".s as a, "${x}".*`, ` as "${x}"`),
  'output name': (x) => select(`s as "${x}"`, ` order by "${x}"`),
  'join alias and using': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; }; table u is select "${x}" from d full join d as "b${x}" using ("${x}"); ${end}`,
  except: (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; s: string; }; table u is select * except ("${x}") from d; ${end}`,
  replace: (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; s: string; }; table u is select * replace ('${x}' as "${x}") from d; ${end}`,
  'open except': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { "${x}": string; * }; table u is select * except ("${x}") from d; ${end}`,
  'union columns': (x) =>
    `${SOURCE} table a is select s as "${x}" from d; table b is select t as "${x}", i from d; table u is union a, b; ${end}`,
  'unpivot names': (x) =>
    `${SOURCE} table a is select i, s as "${x}" from d; table u is unpivot a on "${x}" into "n${x}", "v${x}"; ${end}`,
  'pivot values': (x) =>
    `${SOURCE} table u is pivot d on s in ('${x}', 'v' as "v${x}") using sum(i); table n is pivot d on s in ("a${x}" as "b${x}") using sum(i) as "n${x}"; ${end}`,
  'upsert key': (x) =>
    `${SOURCE} table a is select s as "${x}", i from d; table u is upsert a by "${x}" order by "${x}"; ${end}`,
  'single quotes': (x) => select(`'${x}' as a`),
  'double quotes': (x) => select(`"${x}" as a, literal "${x}" as b`),
  comparison: (x) => select('s', ` where s == '${x}' or s in ('${x}', 'y') or s between '${x}' and '${x}'`),
  like: (x) => select(`s like '${x}' as a, s ilike '${x}' as b`),
  regex: (x) =>
    select(
      `s ~ '${x}' as a, regex_match(s, '${x}') as b, regex_extract(s, '${x}') as c, regex_replace(s, '${x}', '${x}') as e`,
    ),
  'columns pattern': (x) => select(`columns("${x}")`),
  'unpivot pattern': (x) =>
    `${SOURCE} table a is select s, t from d; table u is unpivot a on columns("${x}") into n, v; ${end}`,
  'json key': (x) => select(`doc."${x}" as a, doc['${x}'] as b`),
  'json path': (x) => select(`json_extract(doc, '${x}') as a`),
  'json path member': (x) => select(`json_extract(doc, '$."${x}"') as a`),
  'date format': (x) =>
    select(`format_date(day, '${x}') as a, parse_date(s, '${x}') as b, parse_datetime(s, '${x}') as c`),
  'format around': (x) => select(`format_date(at, 'YYYY${x}') as a, parse_date(s, 'YYYY${x}') as b`),
  'column format': (x) =>
    `download d from { type: "web"; url: "https://example.com"; } using { s: date("YYYY${x}"); }; upload d to { type: "disk"; path: "x"; };`,
  unit: (x) => select(`date_trunc(day, '${x}') as a`),
  timezone: (x) => select(`to_timezone(at, '${x}') as a`),
  'function arguments': (x) =>
    select(
      `replace(s, '${x}', '${x}') as a, split(s, '${x}') as b, concat('${x}', s) as c, string_agg(s, '${x}') as e, coalesce(s, '${x}') as f`,
    ),
  'list element': (x) => select(`['${x}', s] as a, list_contains(l, '${x}') as b`),
  'cast of text': (x) =>
    select(
      `try_cast('${x}' as integer) as a, date('${x}') as b, json('${x}') as c, boolean('${x}') as e, decimal('${x}') as f`,
    ),
  window: (x) => select(`lag(s, 1, '${x}') over (partition by '${x}' order by s) as a`),
  connector: (x) => `download d from { type: "${x}"; } using { s: string; };`,
  key: (x) => `download d from { type: "web"; url: "https://example.com"; key: "${x}"; } using { s: string; };`,
  'parameter name': (x) =>
    `download d from { type: "web"; url: "https://example.com"; "${x}": 1; headers: { "${x}": "1"; }; } using { s: string; };`,
  'parameter values': (x) =>
    `download d from { type: "folder"; pattern: "${x}"; delimiter: "${x}"; timezone: "${x}"; datetime_pattern: "${x}"; null_values: ["${x}"]; } using { s: string; };`,
  'parameter regex': (x) => `download d from { type: "folder"; regex: "${x}"; } using { s: string; };`,
  destination: (x) => `${SOURCE} upload d to { type: "disk"; path: "${x}"; deadline: "${x}"; mode: "${x}"; };`,
  'line comment': (x) => `// ${x}\n${select('s')} # ${x}`,
  'block comment': (x) => `/* ${x} */ ${select('s /* x */')}`,
  bare: (x) => `${SOURCE} table u is select ${x} from d; ${end}`,
  'between declarations': (x) => `${SOURCE} ${x} ${end}`,
};

const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** DuckDB's C interface ends a text at NUL, and takes no half of a character; the compiler lets neither through. */
const unspeakable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();
/** What no text of a script may hold. */
const isControl = (char: string): boolean => char < ' ' && char !== '\t' && char !== '\n';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});

function checkMessages({ messages, plan }: Compilation, what: string): void {
  expect(plan === null, what).toBe(messages.some((message) => message.type === 'error'));
  for (const { message } of messages) {
    expect(message.length, what).toBeGreaterThan(10);
    expect(message.length, what).toBeLessThan(2000);
  }
}

async function checkStatement(sql: string, what: string): Promise<void> {
  const [row] = await database.run(`SELECT json_serialize_sql(${sqlText(sql)}) AS tree`);
  const tree = JSON.parse(String(row?.tree)) as {
    error: boolean;
    statements?: readonly { node?: { type?: string } }[];
  };
  expect(tree.error, `${what}: ${sql}`).toBe(false);
  expect(tree.statements, what).toHaveLength(1);
}

/** What a hostile text may end as, when it is data: an answer, or a value that does not fit. */
const DATA_ERRORS = /^(?:Conversion|Out of Range|Invalid Input) Error/;

function compiled(script: string, what: string): Plan | null {
  const compilation = compile([{ path: 'a.sbs', text: script }], CATALOG);
  checkMessages(compilation, what);
  formatScript(script);
  const { plan } = compilation;
  for (const table of plan?.tables ?? []) {
    expect(unspeakable(table.sql.duckdb), what).toBe(false);
    expect(refusal(table.sql.duckdb, DUCKDB_WORDS), what).toBeNull();
  }
  return plan;
}

async function runs(plan: Plan, what: string): Promise<void> {
  expect(JSON.parse(JSON.stringify(plan)), what).toEqual(plan);
  await createSources(database, plan);
  for (const table of plan.tables) {
    await checkStatement(table.sql.duckdb, what);
    if (table.state)
      await database.run(`CREATE OR REPLACE TABLE ${sqlName(table.state.table)} AS ${table.state.empty.duckdb}`);
    try {
      await database.run(`CREATE OR REPLACE TABLE ${sqlName(table.name)} AS ${table.sql.duckdb}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!DATA_ERRORS.test(why)) throw new Error(`${what}: ${why} in ${table.sql.duckdb}`, { cause: error });
      return;
    }
  }
}

/** One text in so many is run in DuckDB at each place. */
const SHARE = 7;
const LONG = ['"', '😀', '(', '.', ' ', ';', '{'];

test('there are two hundred of them', () => {
  expect(HOSTILE.length).toBeGreaterThan(200);
});

describe.each(Object.entries(PLACES))('as %s', (place, script) => {
  const turn = Object.keys(PLACES).indexOf(place);

  test('each gives a message or is plain data', async () => {
    for (const [index, text] of HOSTILE.entries()) {
      for (const source of [script(escaped(text)), script(text)]) {
        const what = `${place} ${JSON.stringify(text.slice(0, 60))}`;
        const plan = compiled(source, what);
        // All are compiled; each text is run in some places, and in each place some texts.
        if (plan && (index + turn) % SHARE === 0) await runs(plan, what);
      }
    }
  });

  test('a million characters take bounded processor time and say little', () => {
    for (const piece of [LONG[turn % LONG.length] ?? 'x', 'x']) {
      const text = piece.repeat(1_000_000 / piece.length);
      const before = process.cpuUsage();
      const compilation = compile([{ path: 'a.sbs', text: script(escaped(text)) }], CATALOG);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(5000);
      checkMessages(compilation, `${place} of many ${piece}`);
    }
  });
});

test('what is written comes back', async () => {
  // Rows come back as objects, which cannot hold a value under that one name.
  const texts = HOSTILE.filter((text) => !unspeakable(text) && ![...text].some(isControl) && text !== '__proto__');
  expect(texts.length).toBeGreaterThan(200);
  for (const text of texts) {
    const { plan, messages } = compile(
      [
        {
          path: 'a.sbs',
          text: select(
            `'${escaped(text)}' as "${escaped(text)}", replace(s, 's', '${escaped(text)}') as q1, literal "${escaped(text)}" as q2`,
          ),
        },
      ],
      CATALOG,
    );
    if (!plan) {
      // An empty or reserved name is refused, in so many words.
      expect(messages.find((message) => message.type === 'error')?.code, JSON.stringify(text)).toMatch(
        /SBS1018|SBS2017|SBS2015/,
      );
      continue;
    }
    await createSources(database, plan, {
      d: `SELECT 's' AS s, 't' AS t, 1::BIGINT AS i, NULL::DATE AS day, NULL::TIMESTAMP AS at, NULL::JSON AS doc, {'x': 1::BIGINT} AS r, ['x'] AS l`,
    });
    const [row] = await database.run(plan.tables[0]?.sql.duckdb ?? '');
    // What reads DuckDB's answers takes a byte order mark at their start for none of theirs.
    const read = text.replace(/^\ufeff/, '');
    expect(Object.values(row ?? {}), JSON.stringify(text)).toEqual([read, read, read]);
    expect(Object.keys(row ?? {})[0]?.replace(/^\ufeff/, ''), JSON.stringify(text)).toBe(read);
  }
});

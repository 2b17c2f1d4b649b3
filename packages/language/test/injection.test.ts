import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { startKept } from './kept/kept-tables.ts';
import { createSources, type Database, openDatabase } from './open-database.ts';

const EVIL = [
  `x"; drop table "d"; --`,
  `x' or 1=1 --`,
  `'); copy (select 1) to '/nowhere/x'; --`,
  `a"."b`,
  `""`,
  `''`,
  `\\'`,
  `$$x$$`,
  `/* x */`,
  `-- x`,
  `%s ?1 $1 :a`,
  `E'\\x'`,
  `x\ty`,
  `select`,
  `日本語"'`,
  `U&"\\0041"`,
  `"x" AS "y", getenv('HOME') AS "z`,
];

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll("'", "\\'");
const quoted = (text: string): string => `"${escaped(text)}"`;
const sqlName = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A script in which a text stands wherever a name or a text can stand. */
function script(evil: string): string {
  const [name, text, source] = [quoted(evil), `'${escaped(evil)}'`, quoted(`d ${evil}`)];
  return `
    download ${source} from { type: "web"; url: "https://example.com"; } using { ${name}: string; doc: json; owner: { ${name}: string; }; };
    table ${quoted(`t ${evil}`)} is
      select ${name}, ${text} as constant, ${text} as ${quoted(`b ${evil}`)}, replace(${name}, ${text}, 'gone') as replaced, doc.${name} as f,
        doc[${text}] as e, owner.${name} as g, ${name} == ${text} ? 1 : 2 as h, ${name} in (${text}, 'x') as i, ${name} like ${text} as j
      from ${source} as ${quoted(`a ${evil}`)} where ${name} != 'none' order by ${name};
    table u is union ${quoted(`t ${evil}`)}, ${source};
    table p is unpivot ${source} on ${name} into ${quoted(`n ${evil}`)}, v;
    table dt is select ${source}.${name}, d.date from ${source} cross join dates('2026-01-01', today()) as ${quoted(`d`)};
    table pv is pivot ${source} on ${name} in (${text}, 'x' as ${quoted(`x ${evil}`)}) using count() as n, max(${name}) as ${quoted(`m ${evil}`)};
    table ${quoted(`k ${evil}`)} is upsert ${source} by ${name} order by ${name} == ${text} desc, ${name};
    download ${quoted(`o ${evil}`)} from { type: "web"; url: "https://example.com"; } using { ${name}: string; * };
    table ${quoted(`kd ${evil}`)} is upsert ${source} by ${name} delete where ${name} == ${text};
    table ${quoted(`ks ${evil}`)} is snapshot ${quoted(`kd ${evil}`)} by ${name} order by ${name} == ${text} desc;
    table ${quoted(`ku ${evil}`)} is upsert ${quoted(`o ${evil}`)} by ${name};
    table ${quoted(`up ${evil}`)} is unpivot ${quoted(`o ${evil}`)} on columns(".") into ${quoted(`n ${evil}`)}, ${quoted(`v ${evil}`)};`;
}

async function expectOneSelect(database: Database, sql: string): Promise<void> {
  const [row] = await database.run(`SELECT json_serialize_sql(${sqlText(sql)}) AS tree`);
  const tree: { error: boolean; statements?: readonly unknown[] } = JSON.parse(String(row?.tree)) as {
    error: boolean;
    statements?: readonly unknown[];
  };
  expect(tree.error, sql).toBe(false);
  expect(tree.statements).toHaveLength(1);
}

test.each(sampleCells(EVIL, 4))('%s stays a name or a text', async (evil) => {
  const { plan, messages } = compile([{ path: 'a.sbs', text: script(evil) }], CATALOG);
  expect(messages.filter((message) => message.type === 'error')).toEqual([]);
  if (!plan) return;
  const database = await openDatabase();
  const value = sqlText(evil);
  const json = `json_object(${value}, 'inside')`;
  const rows = {
    [`d ${evil}`]: `SELECT ${value} AS ${sqlName(evil)}, ${json} AS doc, {${sqlName(evil)}: 'field'} AS owner`,
  };
  await createSources(database, plan, rows);
  for (const table of plan.tables) {
    await expectOneSelect(database, table.sql.duckdb);
    if (table.state) {
      await expectOneSelect(database, table.state.empty.duckdb);
      await expectOneSelect(database, table.state.merge?.duckdb ?? '');
      await startKept(database, table);
    }
    await database.run(`CREATE TABLE ${sqlName(table.name)} AS ${table.sql.duckdb}`);
  }
  const [row] = await database.run(`SELECT * FROM ${sqlName(`t ${evil}`)}`);
  expect(row).toMatchObject({
    [evil]: evil,
    constant: evil,
    [`b ${evil}`]: evil,
    replaced: 'gone',
    f: '"inside"',
    e: '"inside"',
    g: 'field',
    h: '1',
    i: true,
  });
});

test('whatever names and texts hold, the SQL is one SELECT', async () => {
  const database = await openDatabase();
  const graphemes = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  const parts = fc.array(fc.constantFrom(`"`, `'`, `\\`, `;`, `--`, `/*`, `*/`, ` `, `)`, `(`, `$$`, `x`), {
    minLength: 1,
    maxLength: 10,
  });
  const evil = fc.oneof(
    graphemes,
    parts.map((list) => list.join('')),
  );
  const check = async (text: string): Promise<void> => {
    const { plan } = compile([{ path: 'a.sbs', text: script(text) }], CATALOG);
    for (const table of plan?.tables ?? []) await expectOneSelect(database, table.sql.duckdb);
  };
  await fc.assert(fc.asyncProperty(evil, check), { numRuns: sampleRuns(150, 5) });
});

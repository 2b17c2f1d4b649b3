import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MatrixServer, type Recorded, recordVerdicts, testColumnMatrix } from '../../testing/column-matrix.ts';
import { DECLARED } from '../../testing/declared-types.ts';
import { DATABRICKS_TYPES } from './column-types.ts';
import { DATABRICKS } from './statements.ts';
import { isSpark, type Spark, startSpark } from './testing/spark.ts';

const COLUMN_TYPES = [
  ...['string', 'varchar(3)', 'char(3)', 'binary', 'boolean', 'tinyint', 'smallint', 'int', 'bigint'],
  ...['float', 'double', 'decimal(4,1)', 'decimal(10,2)', 'decimal(18,6)', 'decimal(38,10)', 'decimal(12,0)'],
  ...['decimal(38,0)', 'decimal(5,5)', 'decimal(20,6)', 'date', 'timestamp', 'timestamp_ntz', 'variant'],
  ...['array<string>', 'map<string,string>', 'struct<a:int>'],
];

/** The verdicts of Spark: `DATABRICKS_SERVER=spark TEST_MATRIX=whole` tries them again and writes them. */
const RECORDED = join(import.meta.dirname, 'golden', 'column-types.json');

testColumnMatrix('Databricks (Apache Spark)', DATABRICKS_TYPES, COLUMN_TYPES, async (tried) => {
  if (!isSpark) return JSON.parse(readFileSync(RECORDED, 'utf8')) as Recorded;
  const spark = startSpark();
  try {
    const recorded = await recordVerdicts(tried, serverOf(spark));
    if (tried.length === COLUMN_TYPES.length) writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
    return recorded;
  } finally {
    await spark.close();
  }
});

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const VALUES = [...new Set(DECLARED.flatMap(({ values }) => values))];

/** Values are staged as texts, and put into the column by the expression of the statement that loads rows. */
function serverOf(spark: Spark): MatrixServer {
  return {
    async column(type) {
      await spark.rows('DROP TABLE IF EXISTS probe');
      await spark.rows(`CREATE TABLE probe (id INT, value ${type}) USING parquet`);
      const [spelled = ''] = (await spark.rows('DESCRIBE TABLE probe')).flatMap(([name, kind]) =>
        name === 'value' ? [kind ?? ''] : [],
      );
      const [, base = '', precision, scale] = /^([\w<>:,]+?)(?:\((\d+)(?:,(\d+))?\))?$/.exec(spelled) ?? [];
      const field = {
        type: base,
        ...(scale === undefined ? {} : { precision: Number(precision), scale: Number(scale) }),
      };
      const held = new Map<string, string | null>();
      const converted = DATABRICKS.cast('text', { name: 'value', precision: null, scale: null, ...field });
      if (converted !== null) {
        const rows = VALUES.map((value, id) => `(${id}, ${literal(value)})`).join(', ');
        const staged = `(SELECT * FROM VALUES ${rows} AS s (id, text))`;
        // A conversion that fails in ANSI mode is null when it is tried.
        const tried = converted.replace(/^(?:TRY_)?(CAST|PARSE_JSON)\(/, 'TRY_$1(');
        await spark.rows(`INSERT INTO probe SELECT id, ${converted} FROM ${staged} WHERE ${tried} IS NOT NULL`);
        const shown = base === 'variant' ? 'to_json(value)' : 'CAST(value AS STRING)';
        for (const [id, text] of await spark.rows(`SELECT id, ${shown} FROM probe`))
          held.set(VALUES[Number(id)] ?? '', text ?? null);
      }
      return {
        spelled,
        store: (value) =>
          held.has(value)
            ? Promise.resolve(held.get(value) ?? null)
            : Promise.reject(new Error(`${spelled} takes no ${value}`)),
      };
    },
  };
}

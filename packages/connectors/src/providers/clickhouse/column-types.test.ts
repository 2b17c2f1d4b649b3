import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MatrixServer, type Recorded, recordVerdicts, testColumnMatrix } from '../../testing/column-matrix.ts';
import { convert } from './conversions.ts';
import { literal } from './quote.ts';
import { CLICKHOUSE_TYPES } from './stored-types.ts';
import { isChdb } from './testing/chdb.ts';
import { startClickhouse } from './testing/start-clickhouse.ts';

/** The verdicts of the engine: `CLICKHOUSE_SERVER=chdb TEST_MATRIX=whole` tries them again and writes them. */
const RECORDED = join(import.meta.dirname, 'golden', 'column-types.json');

const COLUMN_TYPES = [
  ...['String', 'LowCardinality(String)', 'FixedString(3)', 'UUID', 'Bool', "Enum8('a' = 1)"],
  ...[
    'Int8',
    'Int32',
    'Int64',
    'UInt8',
    'UInt64',
    'Nullable(Int64)',
    'Nullable(Int8)',
    'Float32',
    'Float64',
    'Nullable(Float64)',
  ],
  ...[
    'Decimal(4, 1)',
    'Decimal(10, 2)',
    'Decimal(18, 6)',
    'Decimal(38, 10)',
    'Decimal(12, 0)',
    'Nullable(Decimal(4, 1))',
  ],
  ...['Nullable(Date)', 'Nullable(Date32)', 'Nullable(DateTime)', 'Nullable(Bool)', 'Nullable(UUID)'],
  ...[
    'Date',
    'Date32',
    'DateTime',
    "DateTime('UTC')",
    "DateTime64(0, 'UTC')",
    "DateTime64(3, 'UTC')",
    "DateTime64(6, 'UTC')",
  ],
];

testColumnMatrix('ClickHouse', CLICKHOUSE_TYPES, COLUMN_TYPES, async (tried) => {
  if (!isChdb) return JSON.parse(readFileSync(RECORDED, 'utf8')) as Recorded;
  const server = await startClickhouse();
  try {
    const recorded = await recordVerdicts(
      tried,
      serverOf((sql) => server.rows(sql)),
    );
    if (tried.length === COLUMN_TYPES.length) writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
    return recorded;
  } finally {
    await server.close();
  }
});

/** Values are converted, and compared with what was read, as the statement does that loads rows. */
function serverOf(rows: (sql: string) => Promise<readonly (readonly (string | null)[])[]>): MatrixServer {
  return {
    async column(type) {
      return {
        spelled: type,
        async store(value, declared) {
          const conversion = convert(declared, 'c0', type);
          if (conversion === null) throw new Error(`${type} takes no such values`);
          const { read, value: converted, differs } = conversion;
          const [row] = await rows(
            `SELECT toString(${converted}), toString(ifNull(${differs ?? '0'}, 0)) FROM (SELECT CAST(${literal(value)}, ${literal(read)}) AS c0)`,
          );
          if (row?.[1] !== '0') throw new Error('the value would be another one');
          return row[0] ?? null;
        },
      };
    },
  };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import { type MatrixServer, type Recorded, recordVerdicts, testColumnMatrix } from '../../testing/column-matrix.ts';
import { isMariadb, startMariadb } from '../../testing/mysql.ts';
import { MYSQL_TYPES } from './column-types.ts';

/** The verdicts of MariaDB: `MYSQL_SERVER=mariadb TEST_MATRIX=whole` tries them again and writes them. */
const RECORDED = join(import.meta.dirname, 'golden', 'column-types.json');

const COLUMN_TYPES = [
  ...['text', 'longtext', 'tinytext', 'varchar(3)', 'char(3)', 'varbinary(200)', 'blob', 'json'],
  ...['tinyint', 'tinyint(1)', 'smallint', 'int', 'int unsigned', 'bigint', 'bigint unsigned', 'bit(1)'],
  ...['decimal(4,1)', 'decimal(10,2)', 'decimal(18,6)', 'decimal(38,10)', 'decimal(12,0)'],
  ...['float', 'double', 'float(10,2)', 'double(10,2)', 'year'],
  ...['date', 'datetime', 'datetime(3)', 'datetime(6)', 'timestamp null', 'timestamp(6) null'],
  ...['time', 'time(3)', 'time(6)', "enum('a','b')", "set('a','b')", 'point'],
];

testColumnMatrix('MySQL', MYSQL_TYPES, COLUMN_TYPES, async (tried) => {
  if (!isMariadb) return JSON.parse(readFileSync(RECORDED, 'utf8')) as Recorded;
  const recorded = await withMariadb((connection) => recordVerdicts(tried, serverOf(connection)));
  if (tried.length === COLUMN_TYPES.length) writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
  return recorded;
});

async function withMariadb(work: (connection: Connection) => Promise<Recorded>): Promise<Recorded> {
  const server = await startMariadb();
  const { port, user, password } = server.admin.properties;
  const connection = await mysql.createConnection({
    host: '127.0.0.1',
    port: Number(port),
    user: String(user),
    password: String(password),
    database: 'shop',
  });
  try {
    await connection.query('set names utf8mb4');
    await connection.query(
      `set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'`,
    );
    return await work(connection);
  } finally {
    await connection.end();
    await server.close();
  }
}

/** Values are sent as the rows of a result are: as texts, and booleans for numbers as digits. */
function serverOf(connection: Connection): MatrixServer {
  const first = async (sql: string): Promise<string | null> => {
    const [rows] = await connection.query({ sql, rowsAsArray: true, typeCast: (field) => field.string() });
    return (rows as (string | null)[][])[0]?.[0] ?? null;
  };
  return {
    async column(type) {
      await connection.query('drop table if exists probe');
      await connection.query(`create table probe (value ${type})`);
      const spelled = await first(`select column_type from information_schema.columns where table_name = 'probe'`);
      const isText = /char|text|binary|blob|json|enum|set|point/.test(spelled ?? '');
      const shown = /binary|blob/.test(spelled ?? '') ? 'convert(value using utf8mb4)' : 'value';
      return {
        spelled: spelled ?? '',
        async store(value) {
          const isDigit = (value === 'true' || value === 'false') && !isText;
          const digit = value === 'true' ? '1' : '0';
          const text = `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
          await connection.query('delete from probe');
          await connection.query(
            `insert into probe values (${!isDigit ? text : spelled?.startsWith('bit') === true ? `b'${digit}'` : `'${digit}'`})`,
          );
          return first(`select ${shown} from probe`);
        },
      };
    },
  };
}

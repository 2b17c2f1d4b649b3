import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import { type MatrixServer, type Recorded, recordVerdicts, testColumnMatrix } from '../../testing/column-matrix.ts';
import { isMariadb, mysqlUrl, startMariadb } from '../../testing/mysql.ts';
import { MYSQL_TYPES } from './column-types.ts';

/** The verdicts of MariaDB: `MYSQL_SERVER=mariadb TEST_MATRIX=whole` tries them again and writes them. */
const RECORDED = join(import.meta.dirname, 'golden', 'column-types.json');
/** The verdicts of MySQL: `MYSQL_SERVER=mysql://root@127.0.0.1:3306 TEST_MATRIX=whole` does so with a server that runs. */
const RECORDED_MYSQL = join(import.meta.dirname, 'golden', 'mysql-column-types.json');

const COLUMN_TYPES = [
  ...['text', 'longtext', 'tinytext', 'varchar(3)', 'char(3)', 'varbinary(200)', 'blob', 'json'],
  ...['tinyint', 'tinyint(1)', 'smallint', 'int', 'int unsigned', 'bigint', 'bigint unsigned', 'bit(1)'],
  ...['decimal(4,1)', 'decimal(10,2)', 'decimal(18,6)', 'decimal(38,10)', 'decimal(12,0)'],
  ...['float', 'double', 'float(10,2)', 'double(10,2)', 'year'],
  ...['date', 'datetime', 'datetime(3)', 'datetime(6)', 'timestamp null', 'timestamp(6) null'],
  ...['time', 'time(3)', 'time(6)', "enum('a','b')", "set('a','b')", 'point'],
];

type Work = (connection: Connection) => Promise<Recorded>;

/** The verdicts of a server where the run asks for it, and writes them; else those that were written. */
const recordedIn =
  (path: string, withServer: ((work: Work) => Promise<Recorded>) | null) =>
  async (tried: readonly string[]): Promise<Recorded> => {
    if (withServer === null) return JSON.parse(readFileSync(path, 'utf8')) as Recorded;
    const recorded = await withServer((connection) => recordVerdicts(tried, serverOf(connection)));
    if (tried.length === COLUMN_TYPES.length) writeFileSync(path, `${JSON.stringify(recorded, null, 2)}\n`);
    return recorded;
  };

testColumnMatrix('MariaDB', MYSQL_TYPES, COLUMN_TYPES, recordedIn(RECORDED, isMariadb ? withMariadb : null));
testColumnMatrix('MySQL', MYSQL_TYPES, COLUMN_TYPES, recordedIn(RECORDED_MYSQL, mysqlUrl === null ? null : withMysql));

/** As connections of the destination are set up. */
async function setUp(connection: Connection): Promise<void> {
  await connection.query('set names utf8mb4');
  await connection.query(
    `set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'`,
  );
}

async function withMysql(work: Work): Promise<Recorded> {
  const connection = await mysql.createConnection(mysqlUrl ?? '');
  try {
    await connection.query('drop database if exists column_types');
    await connection.query('create database column_types character set utf8mb4');
    await connection.query('use column_types');
    await setUp(connection);
    return await work(connection);
  } finally {
    await connection.query('drop database if exists column_types');
    await connection.end();
  }
}

async function withMariadb(work: Work): Promise<Recorded> {
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
    await setUp(connection);
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

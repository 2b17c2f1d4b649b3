import { DatabaseSync } from 'node:sqlite';
import { readCsv } from '../../../testing/read-csv.ts';
import type { ClickhouseBackend } from './chdb.ts';
import {
  ClickhouseException,
  FUNCTIONS,
  readValue,
  splitList,
  sqliteName,
  toSqlite,
  unquote,
} from './clickhouse-sql.ts';
import { type ClickhouseReply, type ClickhouseRequest, exceptionReply, USER } from './exchange.ts';

type Column = { readonly name: string; readonly type: string; readonly defaultKind: string };
type Table = {
  readonly columns: readonly Column[];
  readonly partitionKey: string;
  readonly engine: string;
  readonly created: number;
};

const NAME = String.raw`((?:\`(?:[^\`\\]|\\.)*\`|\w+)(?:\.(?:\`(?:[^\`\\]|\\.)*\`|\w+))?)`;
const statement = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'is');

const CREATE_TABLE = statement(
  String.raw`CREATE TABLE (?:IF NOT EXISTS )?${NAME} \((.*)\) ENGINE = (\w+)(?:\(\))?(?: PARTITION BY (.+?))?(?: ORDER BY .+)?`,
);
const CREATE_LIKE = statement(`CREATE TABLE IF NOT EXISTS ${NAME} AS ${NAME}`);
const CREATE_DATABASE = statement(String.raw`CREATE DATABASE IF NOT EXISTS (\w+)`);
const DROP = statement(`DROP TABLE IF EXISTS ${NAME}(?: SYNC)?`);
const EXCHANGE = statement(`EXCHANGE TABLES ${NAME} AND ${NAME}`);
const MOVE = statement(`ALTER TABLE ${NAME} (REPLACE|ATTACH) PARTITION ID ('[^']*') FROM ${NAME}`);
const ADD_COLUMN = statement(`ALTER TABLE ${NAME} ADD COLUMN (?:IF NOT EXISTS )?(.+)`);
const INSERT = statement(String.raw`(INSERT INTO .+) FROM input\(('(?:[^'\\]|\\.)*')\)(.*) FORMAT CSV`);
const DESCRIBE = statement(String.raw`DESCRIBE TABLE \((.*)\) FORMAT JSONCompact`);
const READ = statement('(.*) FORMAT JSONCompact');
const COLUMN = /^(`(?:[^`\\]|\\.)*`|\w+) (.*?)(?: (MATERIALIZED|DEFAULT|ALIAS) .*)?$/s;

/**
 * A stand-in of the HTTP interface, written from the public documentation: enough for the statements of the connector, over SQLite,
 * which keeps every value as a text. What it does not know, SQLite refuses.
 */
export function createStandIn(): ClickhouseBackend {
  const database = new DatabaseSync(':memory:');
  const tables = new Map<string, Table>();
  const databases = new Set(['default']);
  for (const [name, run] of Object.entries(FUNCTIONS))
    database.function(name, { varargs: true }, (...values) => run(...(values as Parameters<typeof run>)) ?? null);
  database.exec(`ATTACH ':memory:' AS system; ATTACH ':memory:' AS "default"`);
  database.exec(`CREATE TABLE system.tables (database, name, engine, partition_key, metadata_modification_time);
    CREATE TABLE system.columns (database, "table", name, type, default_kind);
    CREATE TABLE system.databases (name, engine); INSERT INTO system.databases VALUES ('default', 'Atomic')`);

  const plainName = (name: string): string => (name.startsWith('`') ? unquote(name) : name);

  /** The database and the name of a table, and how SQLite knows it. */
  function locate(
    written: string,
    current: string,
  ): { readonly id: string; readonly sqlite: string; readonly parts: [string, string] } {
    const [first = '', second] = (written.match(/`(?:[^`\\]|\\.)*`|\w+/gs) ?? []).map(plainName);
    const parts: [string, string] = second === undefined ? [current, first] : [first, second];
    if (!databases.has(parts[0])) throw new ClickhouseException(81, `Database ${parts[0]} does not exist`);
    return { id: JSON.stringify(parts), sqlite: parts.map(sqliteName).join('.'), parts };
  }

  function tableOf(written: string, current: string): Table & ReturnType<typeof locate> {
    const place = locate(written, current);
    const table = tables.get(place.id);
    if (table === undefined) throw new ClickhouseException(60, `Table ${place.parts.join('.')} does not exist`);
    return { ...table, ...place };
  }

  function readColumn(definition: string): Column {
    const [, name = '', type = '', defaultKind = ''] = COLUMN.exec(definition) ?? [];
    return { name: plainName(name), type: type.trim(), defaultKind };
  }

  const definitionOf = ({ name, defaultKind }: Column): string =>
    `${sqliteName(name)} TEXT${defaultKind === '' ? '' : " DEFAULT ''"}`;

  function record(): void {
    database.exec('DELETE FROM system.tables; DELETE FROM system.columns');
    const addTable = database.prepare('INSERT INTO system.tables VALUES (?, ?, ?, ?, ?)');
    const addColumn = database.prepare('INSERT INTO system.columns VALUES (?, ?, ?, ?, ?)');
    for (const [id, { columns, partitionKey, engine, created }] of tables) {
      const [schema = '', name = ''] = JSON.parse(id) as string[];
      addTable.run(schema, name, engine, partitionKey, created);
      for (const column of columns) addColumn.run(schema, name, column.name, column.type, column.defaultKind);
    }
  }

  function makeTable({ id, sqlite }: ReturnType<typeof locate>, table: Omit<Table, 'created'>): void {
    if (tables.has(id)) return;
    database.exec(`CREATE TABLE ${sqlite} (${table.columns.map(definitionOf).join(', ')})`);
    tables.set(id, { ...table, created: Math.floor(Date.now() / 1000) });
  }

  /** Runs a statement that changes tables. False for any other. */
  function change(sql: string, current: string): boolean {
    const created = CREATE_TABLE.exec(sql);
    const liked = CREATE_LIKE.exec(sql);
    const base = CREATE_DATABASE.exec(sql)?.[1];
    const dropped = DROP.exec(sql)?.[1];
    const exchanged = EXCHANGE.exec(sql);
    const moved = MOVE.exec(sql);
    const added = ADD_COLUMN.exec(sql);
    if (created !== null) {
      const [, name = '', list = '', engine = '', partitionKey = ''] = created;
      const columns = splitList(list).map(readColumn);
      makeTable(locate(name, current), { columns, engine, partitionKey: partitionKey.replace(/^`(\w+)`$/, '$1') });
    } else if (liked !== null) {
      makeTable(locate(liked[1] ?? '', current), tableOf(liked[2] ?? '', current));
    } else if (base !== undefined) {
      if (!databases.has(base))
        database.exec(`ATTACH ':memory:' AS ${base}; INSERT INTO system.databases VALUES ('${base}', 'Atomic')`);
      databases.add(base);
    } else if (dropped !== undefined) {
      const place = locate(dropped, current);
      database.exec(`DROP TABLE IF EXISTS ${place.sqlite}`);
      tables.delete(place.id);
    } else if (exchanged !== null) {
      exchange(tableOf(exchanged[1] ?? '', current), tableOf(exchanged[2] ?? '', current));
    } else if (moved !== null) {
      movePartition(tableOf(moved[1] ?? '', current), moved[2] ?? '', moved[3] ?? '', tableOf(moved[4] ?? '', current));
    } else if (added !== null) {
      const table = tableOf(added[1] ?? '', current);
      const column = readColumn(added[2] ?? '');
      if (!table.columns.some(({ name }) => name === column.name)) {
        database.exec(`ALTER TABLE ${table.sqlite} ADD COLUMN ${definitionOf(column)}`);
        tables.set(table.id, { ...table, columns: [...table.columns, column] });
      }
    } else return false;
    record();
    return true;
  }

  function exchange(one: ReturnType<typeof tableOf>, other: ReturnType<typeof tableOf>): void {
    const nameOf = ({ parts }: ReturnType<typeof tableOf>): string => sqliteName(parts[1]);
    database.exec(`ALTER TABLE ${one.sqlite} RENAME TO exchanged; ALTER TABLE ${other.sqlite} RENAME TO ${nameOf(one)};
      ALTER TABLE ${sqliteName(one.parts[0])}.exchanged RENAME TO ${nameOf(other)}`);
    const held = tables.get(one.id);
    tables.set(one.id, other);
    if (held !== undefined) tables.set(other.id, held);
  }

  function movePartition(
    into: ReturnType<typeof tableOf>,
    verb: string,
    id: string,
    from: ReturnType<typeof tableOf>,
  ): void {
    const names = into.columns.map(({ name }) => sqliteName(name)).join(', ');
    const isInside = `${partitionOf(into)} = ${toSqlite(id)}`;
    database.exec('BEGIN');
    if (verb.toUpperCase() === 'REPLACE') database.exec(`DELETE FROM ${into.sqlite} WHERE ${isInside}`);
    database.exec(
      `INSERT INTO ${into.sqlite} (${names}) SELECT ${names} FROM ${from.sqlite} WHERE ${isInside}; COMMIT`,
    );
  }

  /** The id of the partition of a row, as an expression. */
  function partitionOf({ partitionKey }: Table): string {
    const column = /^\w+\((.*)\)$/.exec(partitionKey)?.[1] ?? partitionKey;
    if (column === '') return "'all'";
    const name = sqliteName(plainName(column));
    return partitionKey.startsWith('toYYYYMM(') ? `substr(${name}, 1, 7)` : `substr(${name}, 1, 10)`;
  }

  function insert(found: RegExpExecArray, body: Buffer): void {
    const [, into = '', structure = '', rest = ''] = found;
    const columns = splitList(unquote(structure)).map(readColumn);
    database.exec(`DROP TABLE IF EXISTS temp.input; CREATE TABLE temp.input (${columns.map(definitionOf).join(', ')})`);
    const add = database.prepare(`INSERT INTO temp.input VALUES (${columns.map(() => '?').join(', ')})`);
    const rows = readRecords(body.toString());
    database.exec('BEGIN');
    try {
      for (const row of rows) add.run(...row.map((value, index) => readValue(value, columns[index]?.type ?? 'String')));
      database.exec(toSqlite(`${into} FROM temp.input${rest}`));
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  /** The rows of a statement as the format JSONCompact writes them. */
  function read(sql: string, current: string): Buffer {
    const [, staged] = new RegExp(`_partition_id.* FROM ${NAME}`, 's').exec(sql) ?? [];
    const key = staged === undefined ? "''" : partitionOf(tableOf(staged, current));
    const prepared = database.prepare(toSqlite(sql).replaceAll('_partition_id', key));
    prepared.setReturnArrays(true);
    const rows = prepared.all() as unknown as readonly (string | number | bigint | null)[][];
    const meta = prepared.columns().map(({ name }) => ({ name, type: 'Nullable(String)' }));
    return jsonCompact(
      meta,
      rows.map((row) => row.map((value) => (value === null ? null : String(value)))),
    );
  }

  function describe(sql: string): Buffer {
    const columns = database.prepare(toSqlite(sql)).columns();
    const rows = columns.map(({ name, database: schema, table, column }) => {
      const known = tables.get(JSON.stringify([schema, table]))?.columns.find((one) => one.name === column);
      return [name, known?.type ?? 'UInt8'];
    });
    return jsonCompact([], rows);
  }

  function answer({ path, headers, body }: ClickhouseRequest): Buffer {
    const { searchParams } = new URL(path, 'http://127.0.0.1');
    const pair = Buffer.from(`${USER.name}:${USER.password}`).toString('base64');
    if (headers.authorization !== `Basic ${pair}`)
      throw new ClickhouseException(
        516,
        'Authentication failed: password is incorrect, or there is no user with such name',
      );
    const current = searchParams.get('database') ?? 'default';
    if (current !== 'system' && !databases.has(current))
      throw new ClickhouseException(81, `Database ${current} does not exist`);
    const query = searchParams.get('query');
    const sql = query ?? body.toString();
    const described = DESCRIBE.exec(sql)?.[1];
    const inserted = query === null ? null : INSERT.exec(query);
    const selected = READ.exec(sql)?.[1];
    if (inserted !== null) insert(inserted, body);
    else if (described !== undefined) return describe(described);
    else if (selected !== undefined) return read(selected, current);
    else if (!change(sql, current)) database.exec(toSqlite(sql));
    return Buffer.alloc(0);
  }

  return {
    serve(request): ClickhouseReply {
      try {
        return { status: 200, body: answer(request) };
      } catch (error) {
        if (error instanceof ClickhouseException) return exceptionReply(error.code, error.message);
        const message = error instanceof Error ? error.message : '';
        return exceptionReply(codeOf(message), message);
      }
    },
    close: async () => database.close(),
  };
}

/** Records of CSV without a header. Most have no quotes, and are read fast. */
function readRecords(text: string): readonly (readonly (string | null)[])[] {
  // The first record would be taken for a header.
  if (text.includes('"')) return readCsv(`\n${text}`).rows;
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => line.split(',').map((value) => (value === '' ? null : value)));
}

/** The code of an exception by the words of SQLite. */
function codeOf(message: string): number {
  if (message.startsWith('no such table')) return 60;
  if (message.startsWith('unknown database')) return 81;
  if (message.startsWith('no such column')) return 47;
  return message.includes('syntax error') ? 62 : 1000;
}

/** The format JSONCompact, with one row in a line. */
function jsonCompact(meta: readonly object[], rows: readonly (readonly unknown[])[]): Buffer {
  const lines = rows.map((row) => `\t\t${JSON.stringify(row)}`).join(',\n');
  return Buffer.from(
    `{\n\t"meta":\n\t${JSON.stringify(meta)},\n\n\t"data":\n\t[\n${lines}\n\t],\n\n\t"rows": ${rows.length},\n\n\t"statistics":\n\t{\n\t\t"elapsed": 0.001\n\t}\n}\n`,
  );
}

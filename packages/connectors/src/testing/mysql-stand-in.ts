import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import mysql, { type Connection } from 'mysql2';
import type { KeyProperties } from '../spec.ts';

const USER = 'ann';
const PASSWORD = 'p@ss "word"';
const DATABASE = 'shop';
const CAPABILITIES = 0x00ff_f7df & ~0x0800 & ~0x0020;
const UTF8MB4 = 45;

export type MysqlStandIn = {
  readonly port: number;
  readonly key: KeyProperties;
  /** Runs a statement in the database, as its administrator. */
  run(sql: string): Promise<void>;
  close(): Promise<void>;
};

type Login = {
  readonly user: string;
  readonly database?: string;
  readonly authToken: Buffer;
  readonly authPluginData1: Buffer;
  readonly authPluginData2: Buffer;
};

/**
 * The server's side of the library that we use, for one user and one database, over SQLite: enough for sign-ins and for reading rows.
 * Values are text.
 */
export async function startMysqlStandIn(): Promise<MysqlStandIn> {
  const connections = new Set<Connection>();
  const database = new DatabaseSync(':memory:');
  const server = mysql.createServer((connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    (connection as unknown as { serverHandshake(options: object): void }).serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.99-stand-in',
      connectionId: connections.size,
      statusFlags: 2,
      characterSet: UTF8MB4,
      capabilityFlags: CAPABILITIES,
      authCallback: (login: Login, done: (_: null, refusal?: object) => void) => done(null, refusalOf(login)),
    });
    connection.on('query', (statement: string) => answer(connection, database, statement));
    // The library sends statements that begin with SET here.
    connection.on('stmt_prepare', (statement: string) => {
      if (/^set time_zone/.test(statement)) return connection.writeOk();
      const charset = /^set names '([^']*)'$/.exec(statement)?.[1] ?? '';
      if (/^(?:utf8|utf8mb4|latin1)$/.test(charset)) connection.writeOk();
      else connection.writeError({ code: 1115, message: `Unknown character set: '${charset}'` });
    });
  });
  // The declared types lack the server within, and that it takes an address.
  const { _server: listener } = server as unknown as { readonly _server: Server };
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    key: {
      name: 'shop',
      type: 'sql',
      properties: { dialect: 'mysql', host: '127.0.0.1', port, user: USER, password: PASSWORD, db_name: DATABASE },
    },
    run: async (sql) => database.exec(sql),
    close: async () => {
      database.close();
      for (const connection of connections) connection.destroy();
      listener.close();
    },
  };
}

const VAR_STRING = 253;

function answer(connection: Connection, database: DatabaseSync, statement: string): void {
  if (/^start transaction/.test(statement)) {
    connection.writeOk();
    return;
  }
  try {
    const prepared = database.prepare(statement);
    prepared.setReturnArrays(true);
    const rows = prepared.all() as unknown as readonly (string | number | null)[][];
    const server = connection as unknown as {
      writeColumns(columns: readonly object[]): void;
      writeTextRow(row: unknown): void;
    };
    server.writeColumns(prepared.columns().map(({ name }) => columnOf(name)));
    for (const row of rows) server.writeTextRow(row.map((value) => (value === null ? null : String(value))));
    connection.writeEof();
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const missing = /no such table: (.*)/.exec(message)?.[1];
    if (missing === undefined) connection.writeError({ code: 1064, message });
    else connection.writeError({ code: 1146, message: `Table '${DATABASE}.${missing}' doesn't exist` });
  }
}

const columnOf = (name: string): object => ({
  catalog: 'def',
  schema: DATABASE,
  table: '',
  orgTable: '',
  name,
  orgName: name,
  characterSet: UTF8MB4,
  columnLength: 255,
  columnType: VAR_STRING,
  flags: 0,
  decimals: 0,
});

/** The server's error for a wrong login; undefined for a valid one. */
function refusalOf({ user, database, authToken, authPluginData1, authPluginData2 }: Login): object | undefined {
  const seed = Buffer.concat([authPluginData1, authPluginData2]);
  const once = sha1(Buffer.from(PASSWORD));
  const mask = sha1(Buffer.concat([seed, sha1(once)]));
  const expected = Buffer.from(once.map((byte, index) => byte ^ (mask[index] ?? 0)));
  if (user !== USER || !expected.equals(authToken))
    return { code: 1045, message: `Access denied for user '${user}'@'localhost' (using password: YES)` };
  if (database === DATABASE) return undefined;
  return database === 'secret'
    ? { code: 1044, message: `Access denied for user '${user}'@'localhost' to database 'secret'` }
    : { code: 1049, message: `Unknown database '${database ?? ''}'` };
}

const sha1 = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest();

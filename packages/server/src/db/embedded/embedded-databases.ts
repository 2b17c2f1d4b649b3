import { connect } from '../connect.ts';

/** The same server and user, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Makes a database on a server when it is not there, and answers its URL. `name` is lower-case letters and `_`. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError(`${name} is not a valid database name.`);
  const client = await connect(serverUrl);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  return withDatabase(serverUrl, name);
}

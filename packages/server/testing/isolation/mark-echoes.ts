import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connect } from '../../src/db/connect.ts';
import { readTables } from './read-tables.ts';
import type { FilledAccount } from './use-filled-account.ts';

type Owner = Pick<FilledAccount, 'accountId' | 'personId'>;
/** A column of a row of the account that names something of another account. */
export type Found = { readonly place: string; readonly value: string };
export type Echoes = {
  /** Texts that a request of the account has left in its rows. Each value in them is now a marker. */
  readonly texts: readonly Found[];
  /** Columns that are not free texts: no request may write them. */
  readonly references: readonly Found[];
};

/** Logs of refusals name the account that was tried, and no answer to the caller reads them. */
const LOGS = new Set(['refused_act_count']);
const FREE = new Set(['text', 'citext', 'text[]', 'jsonb', 'json']);

/**
 * Replaces what a caller has written of another account into the rows of its own one, each value by a marker of the same form: what
 * later answers have of these values is what the program shows, and not what the caller wrote.
 * @param values of the other account
 */
export async function markEchoes(url: string, owner: Owner, values: readonly string[]): Promise<Echoes> {
  const client = await connect(url);
  try {
    await client.query('set session_replication_role = replica');
    const rows = await rowsWith(client, owner, values);
    const found = { texts: [] as Found[], references: [] as Found[] };
    for (const row of rows) await markRow(client, row, values, found);
    return found;
  } finally {
    await client.end();
  }
}

type Row = { readonly place: string; readonly ctid: string; readonly content: Readonly<Record<string, unknown>> };

/** The rows of the account and of its person that have one of the values. */
async function rowsWith(client: Client, owner: Owner, values: readonly string[]): Promise<readonly Row[]> {
  const owned = (await readTables(client))
    .filter(({ name }) => !LOGS.has(name))
    .map(({ name, owner: by }) => [name, by] as const);
  const tables = [...owned, ['account', 'id'], ['person', 'id']] as const;
  const idOf = (table: string, by: string): string =>
    by === 'person_id' || table === 'person' ? owner.personId : owner.accountId;
  const texts = tables.map(
    ([name, by]) => `select t.tableoid::regclass::text as place, t.ctid::text as ctid, to_jsonb(t) as content
      from ${name} t where ${by} = '${idOf(name, by)}' and t::text ~ $1`,
  );
  return (await client.query<Row>(texts.join(' union all '), [values.join('|')])).rows;
}

async function markRow(
  client: Client,
  { place, ctid, content }: Row,
  values: readonly string[],
  found: { readonly texts: Found[]; readonly references: Found[] },
): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [place],
  );
  const changes: { readonly set: string; readonly value: unknown }[] = [];
  for (const { name, type } of rows) {
    const text = JSON.stringify(content[name] ?? null);
    const named = values.filter((value) => text.includes(value));
    if (named.length === 0) continue;
    const at = named.map((value) => ({ place: `${place}.${name}`, value }));
    if (!FREE.has(type)) {
      found.references.push(...at);
      continue;
    }
    found.texts.push(...at);
    const marked: unknown = JSON.parse(named.reduce((left, value) => left.replaceAll(value, markerFor(value)), text));
    const value = type.startsWith('json') ? JSON.stringify(marked) : marked;
    changes.push({ set: `${name} = $${changes.length + 2}::${type}`, value });
  }
  if (changes.length === 0) return;
  await client.query(`update only ${place} set ${changes.map(({ set }) => set).join(', ')} where ctid = $1::tid`, [
    ctid,
    ...changes.map(({ value }) => value),
  ]);
}

/** A value of the same form that nothing has, and that no two texts share. */
const markerFor = (value: string): string =>
  /^[0-9a-f-]{36}$/.test(value) ? randomUUID() : `echo${randomUUID().replaceAll('-', '')}`;

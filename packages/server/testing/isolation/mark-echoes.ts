import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { RowWatch, WrittenRow } from './watch-rows.ts';

/** A column of a row of the account that names something of another account. */
export type Found = { readonly place: string; readonly value: string };
export type Echoes = {
  /** Texts that a request of the account has left in its rows. Each value in them is now a marker. */
  readonly texts: readonly Found[];
  /** Columns that are not free texts: no request may write them. */
  readonly references: readonly Found[];
};

const FREE = new Set(['text', 'citext', 'text[]', 'jsonb', 'json']);

/**
 * Replaces what a caller has written of another account into the rows of its own one since the last call, each value by a marker of
 * the same form: what later answers have of these values is what the program shows, and not what the caller wrote.
 * @param client a connection whose writes run no triggers (`session_replication_role`)
 * @param watch the rows of the caller
 * @param values of the other account
 */
export async function markEchoes(client: Client, watch: RowWatch, values: readonly string[]): Promise<Echoes> {
  const found = { texts: [] as Found[], references: [] as Found[] };
  for (const row of await watch.written()) await markRow(client, row, values, found);
  return found;
}

async function markRow(
  client: Client,
  { place, ctid, content }: WrittenRow,
  values: readonly string[],
  found: { readonly texts: Found[]; readonly references: Found[] },
): Promise<void> {
  const whole = JSON.stringify(content);
  const inRow = values.filter((value) => whole.includes(value));
  if (inRow.length === 0) return;
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [place],
  );
  const changes: { readonly set: string; readonly value: unknown }[] = [];
  for (const { name, type } of rows) {
    const text = JSON.stringify(content[name] ?? null);
    const named = inRow.filter((value) => text.includes(value));
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

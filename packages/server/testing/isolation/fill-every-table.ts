import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { connect } from '../../src/db/connect.ts';
import { type Column, type Reference, readTables, type Table } from './read-tables.ts';

/** Values by `table.column`, in place of generated ones; null leaves the column out. */
export type GivenValues = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Adds a row to each table with rows of accounts or of people that has none of this account, without triggers. Each text that no
 * constraint restricts is `word`, so the account calls everything alike.
 * @param personId a person of the account, who did everything
 * @throws Error when the database refuses a generated row
 */
export async function fillEveryTable(
  url: string,
  { accountId, personId, word }: { readonly accountId: string; readonly personId: string; readonly word: string },
  given: GivenValues,
): Promise<void> {
  const client = await connect(url);
  try {
    await client.query('set session_replication_role = replica');
    const filler = { client, owner: { account_id: accountId, person_id: personId }, word, given };
    for (const table of inOrder(await readTables(client))) await fillTable(filler, table);
  } finally {
    await client.end();
  }
}

type Filler = {
  readonly client: Client;
  readonly owner: Readonly<Record<'account_id' | 'person_id', string>>;
  readonly word: string;
  readonly given: GivenValues;
};
type Values = Map<string, unknown>;

/** Tables after those that they refer to. */
function inOrder(tables: readonly Table[]): readonly Table[] {
  const ordered: Table[] = [];
  const visit = (table: Table, path: readonly Table[]): void => {
    if (ordered.includes(table) || path.includes(table)) return;
    for (const { table: name } of table.references) {
      const referred = tables.find((each) => each.name === name);
      if (referred) visit(referred, [...path, table]);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table, []);
  return ordered;
}

async function fillTable(filler: Filler, table: Table): Promise<void> {
  const { client, owner } = filler;
  if (filler.given[table.name] === null) return;
  const found = await client.query(`select from ${table.name} where ${table.owner} = $1 limit 1`, [owner[table.owner]]);
  if (found.rowCount !== 0) return;
  const values: Values = new Map();
  for (const column of table.columns) {
    const value = valueFor(filler, table, column);
    if (value !== undefined) values.set(column.name, value);
  }
  for (const reference of table.references) await refer(filler, table, reference, values);
  for (const [name, value] of Object.entries(filler.given)) {
    const [of, column = ''] = name.split('.');
    if (of !== table.name) continue;
    if (value === null) values.delete(column);
    else values.set(column, value);
  }
  await insert(client, table, values);
}

/** Inserts a row, and leaves columns out that it does not need when a constraint refuses their values. */
async function insert(client: Client, table: Table, values: Values): Promise<void> {
  const names = [...values.keys()];
  const text = `insert into ${table.name} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
  try {
    await client.query(text, [...values.values()]);
  } catch (error) {
    const { constraint = '' } = error as { constraint?: string };
    const refused = table.checks.get(constraint) ?? [];
    const optional = table.columns.filter(({ name, isOptional }) => isOptional && refused.includes(name));
    const left = optional.filter(({ name }) => values.delete(name));
    if (left.length === 0) throw new Error(`${table.name}: ${String(error)}`, { cause: error });
    await insert(client, table, values);
  }
}

function valueFor({ owner, word }: Filler, { owner: ownerColumn }: Table, column: Column): unknown {
  const { name, type, isOptional, choices } = column;
  if (name === ownerColumn) return owner[ownerColumn];
  if (choices.length > 0) return isOptional ? undefined : choices[0];
  if (type === 'text' || type === 'citext') return word;
  if (type === 'text[]') return [word];
  if (type === 'uuid') return isOptional ? undefined : randomUUID();
  if (isOptional) return undefined;
  if (type === 'bytea') return randomBytes(32);
  if (type === 'jsonb') return '{}';
  if (type === 'date') return '2026-11-20';
  if (type === 'boolean') return true;
  return type.startsWith('timestamp') ? new Date() : 1;
}

/** Refers to a row of the same account or person: the first by its key, which is the one made first. */
async function refer(filler: Filler, table: Table, reference: Reference, values: Values): Promise<void> {
  const { owner, client } = filler;
  const by = reference.owner === 'id' ? (reference.table === 'person' ? 'person_id' : 'account_id') : reference.owner;
  const columns = reference.columns.map(([, to]) => to).join(', ');
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${columns} from ${reference.table}
      ${by === null ? '' : `where ${reference.owner} = $1`} order by ${columns} limit 1`,
    by === null ? [] : [owner[by]],
  );
  for (const [from, to] of reference.columns) {
    if (from === table.owner) continue;
    const value = rows[0]?.[to];
    if (value !== undefined) values.set(from, value);
    else if (table.columns.some(({ name, isOptional }) => name === from && isOptional)) values.delete(from);
  }
}

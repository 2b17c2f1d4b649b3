import DataLoader from 'dataloader';
import type { Tx } from '../db/database.ts';
import { accountOf, type GraphqlContext, inAdministration } from './context.ts';
import { UUID } from './cursor.ts';

/** Reads values by key in one statement. Keys that the account does not have are absent from the result. */
export type Batch<Value> = (tx: Tx, accountId: string, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

export type LoaderDefinition<Value> = {
  /** Type of the keys; ids by default, which must be UUIDs. */
  readonly keys?: 'names';
  readonly batch: Batch<Value>;
};

/** Reads values by id outside an account. `field` names the use in the audit event. */
export type AdminLoaderDefinition<Value> = {
  readonly field: string;
  readonly batchAll: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
};

export type AnyLoader<Value> = LoaderDefinition<Value> | AdminLoaderDefinition<Value>;

const MAX_BATCH = 1_000;

export function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function loaderOf<Value>(context: GraphqlContext, definition: AnyLoader<Value>): DataLoader<string, Value | null> {
  const known = context.loaders.get(definition);
  // Each definition is the key of its own loader only.
  if (known) return known as DataLoader<string, Value | null>;
  const read = readerOf(context, definition);
  const loader = new DataLoader<string, Value | null>(
    async (keys) => {
      const found = await read(keys);
      return keys.map((key) => found.get(key) ?? null);
    },
    { maxBatchSize: MAX_BATCH },
  );
  context.loaders.set(definition, loader as DataLoader<string, unknown>);
  return loader;
}

function readerOf<Value>(
  context: GraphqlContext,
  definition: AnyLoader<Value>,
): (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>> {
  if ('batchAll' in definition) {
    return (ids) => inAdministration(context, { field: definition.field }, (tx) => definition.batchAll(tx, ids));
  }
  const accountId = accountOf(context);
  return (keys) => context.database.withAccount(accountId, (tx) => definition.batch(tx, accountId, keys));
}

/** The value with this key; null when it does not exist, or when the key must be an id and is not one. */
export async function load<Value>(
  context: GraphqlContext,
  loader: AnyLoader<Value>,
  key: string,
): Promise<Value | null> {
  const isName = 'keys' in loader && loader.keys === 'names';
  return isName || UUID.test(key) ? loaderOf(context, loader).load(key) : null;
}

/** The values with these ids, in the order of the ids; without those that do not exist. */
export async function loadAll<Value>(
  context: GraphqlContext,
  definition: LoaderDefinition<Value>,
  ids: readonly string[],
): Promise<Value[]> {
  const found = await Promise.all(ids.map((id) => load(context, definition, id)));
  return found.filter((value) => value !== null);
}

/** Reads a value again after a mutation; null when it does not exist any more. */
export function reload<Value>(
  context: GraphqlContext,
  definition: AnyLoader<Value>,
  key: string,
): Promise<Value | null> {
  context.loaders.clear();
  return load(context, definition, key);
}

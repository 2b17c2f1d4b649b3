import DataLoader from 'dataloader';
import type { Tx } from '../db/database.ts';
import { accountOf, type GraphqlContext, inAdministration } from './context.ts';
import { UUID } from './cursor.ts';

/** How to read many things of one kind at once, by key. Keys that are not the account's are absent from the answer. */
export type LoaderDefinition<Value> = {
  /** What the keys are; ids without. Only ids have a form that the database insists on. */
  readonly keys?: 'names';
  readonly batch: (tx: Tx, accountId: string, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
};

/** The same outside an account, by ids. `field` names the use in the audit event. */
export type AdminLoaderDefinition<Value> = {
  readonly field: string;
  readonly batchAll: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
};

export type AnyLoader<Value> = LoaderDefinition<Value> | AdminLoaderDefinition<Value>;

const LARGEST_BATCH = 1_000;

function loaderOf<Value>(context: GraphqlContext, definition: AnyLoader<Value>): DataLoader<string, Value | null> {
  const known = context.loaders.get(definition);
  // The cache holds under each definition only what that definition made.
  if (known) return known as DataLoader<string, Value | null>;
  const read = readerOf(context, definition);
  const loader = new DataLoader<string, Value | null>(
    async (keys) => {
      const found = await read(keys);
      return keys.map((key) => found.get(key) ?? null);
    },
    { maxBatchSize: LARGEST_BATCH },
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

/** The thing with this key; null when there is none, or when the key should be an id and is not one. */
export async function load<Value>(
  context: GraphqlContext,
  loader: AnyLoader<Value>,
  key: string,
): Promise<Value | null> {
  const isName = 'keys' in loader && loader.keys === 'names';
  return isName || UUID.test(key) ? loaderOf(context, loader).load(key) : null;
}

/** The things with these ids in the ids' order, without those that are gone. */
export async function loadAll<Value>(
  context: GraphqlContext,
  definition: LoaderDefinition<Value>,
  ids: readonly string[],
): Promise<Value[]> {
  const found = await Promise.all(ids.map((id) => load(context, definition, id)));
  return found.filter((value) => value !== null);
}

import type {
  Cache,
  CacheExchangeOpts,
  FieldArgs,
  Resolver,
  UpdateResolver,
  UpdatesConfig,
} from '@urql/exchange-graphcache';

type SavedCredential = { readonly credential?: { readonly id: string } | null };
type SavedFlow = { readonly __typename?: string; readonly id?: string };

/** Takes an object from every cached page of a list: a page that is shown from the cache must not offer it. */
function removeFromPages(cache: Cache, list: string, object: { __typename: string; id: string }): void {
  const removed = cache.keyOfEntity(object);
  for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
    const page = fieldName === list ? cache.resolve('Query', fieldKey) : null;
    if (typeof page !== 'string') continue;
    const nodes = cache.resolve(page, 'nodes');
    if (Array.isArray(nodes)) cache.link(page, 'nodes', nodes.filter((node) => node !== removed) as string[]);
  }
}

const CHANGELISTS = new Set(['drafts', 'history', 'published_changelist']);

/** Any change of a draft may move it between lists, and a publication changes every draft: they are asked for again. */
function forgetChangelists(_result: unknown, _variables: unknown, cache: Cache): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query'))
    if (CHANGELISTS.has(fieldName)) cache.invalidate('Query', fieldKey);
}

/** Writes the answer of a query with `refresh` to the same query without it. */
const keepRefreshed =
  (field: string): UpdateResolver =>
  (_result, { refresh, ...asked }, cache) => {
    const answer = refresh === true ? cache.resolve('Query', field, { ...asked, refresh }) : null;
    // No arguments are another key than an empty object.
    const known = Object.keys(asked).length === 0 ? null : (asked as FieldArgs);
    if (typeof answer === 'string') cache.link('Query', field, known, answer);
  };

const forgetMaintenance: UpdateResolver = (_result, _variables, cache) => void cache.invalidate('Query', 'maintenance');

/** Changes of operations in the cache besides the objects that they return. */
export const CACHE_UPDATES: UpdatesConfig = {
  Query: {
    homepage: keepRefreshed('homepage'),
    asset_graph: keepRefreshed('asset_graph'),
    timeline: keepRefreshed('timeline'),
    downloadDetails: keepRefreshed('downloadDetails'),
    uploadDetails: keepRefreshed('uploadDetails'),
  },
  Mutation: {
    plan_maintenance: forgetMaintenance,
    end_maintenance: forgetMaintenance,
    branch_changelist: forgetChangelists,
    save_changelist: forgetChangelists,
    merge_changelist: forgetChangelists,
    rollback_changelist: forgetChangelists,
    /** A deleted key leaves the list. */
    save_credential: ({ save_credential: saved }, { status }, cache) => {
      const id = (saved as SavedCredential | null)?.credential?.id;
      if (status === 'archived' && id !== undefined)
        removeFromPages(cache, 'credentials', { __typename: 'Credential', id });
    },
    /** An archived test run leaves the list. */
    save_flow: ({ save_flow: saved }, { archived }, cache) => {
      const { __typename: type, id } = (saved ?? {}) as SavedFlow;
      if (archived === true && type === 'Flow' && id !== undefined)
        removeFromPages(cache, 'flows', { __typename: type, id });
    },
  },
};

/** An object that is asked for by its id is the one that a list has loaded. */
const byId =
  (typename: string): Resolver =>
  (_parent, args, cache, { fieldName }) => {
    const { id } = args;
    const known = typeof id === 'string' ? cache.keyOfEntity({ __typename: typename, id }) : null;
    // What the server has answered for the field itself; null for an object that it does not have.
    return known !== null && cache.resolve(known, 'id') !== undefined ? known : cache.resolve('Query', fieldName, args);
  };

/** Where the cache finds what it has under another field. */
export const CACHE_RESOLVERS: NonNullable<CacheExchangeOpts['resolvers']> = {
  Query: { event: byId('Event'), download: byId('Download'), upload: byId('Upload') },
};

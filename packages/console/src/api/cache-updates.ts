import type { Cache, UpdatesConfig } from '@urql/exchange-graphcache';

type SavedCredential = { readonly credential?: { readonly id: string } | null };

const CHANGELISTS = new Set(['drafts', 'history', 'published_changelist']);

/** Any change of a draft may move it between lists, and a publication changes every draft: they are asked for again. */
function forgetChangelists(_result: unknown, _variables: unknown, cache: Cache): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query'))
    if (CHANGELISTS.has(fieldName)) cache.invalidate('Query', fieldKey);
}

/** What mutations change in the cache besides the objects that they return. */
export const CACHE_UPDATES: UpdatesConfig = {
  Mutation: {
    branch_changelist: forgetChangelists,
    save_changelist: forgetChangelists,
    merge_changelist: forgetChangelists,
    rollback_changelist: forgetChangelists,
    /** A deleted key leaves every cached page of the list: a page that is shown from the cache must not offer it. */
    save_credential: ({ save_credential: saved }, { status }, cache) => {
      const id = (saved as SavedCredential | null)?.credential?.id;
      if (status !== 'archived' || id === undefined) return;
      const deleted = cache.keyOfEntity({ __typename: 'Credential', id });
      for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
        const page = fieldName === 'credentials' ? cache.resolve('Query', fieldKey) : null;
        if (typeof page !== 'string') continue;
        const nodes = cache.resolve(page, 'nodes');
        if (Array.isArray(nodes)) cache.link(page, 'nodes', nodes.filter((node) => node !== deleted) as string[]);
      }
    },
  },
};

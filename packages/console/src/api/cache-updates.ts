import type { UpdatesConfig } from '@urql/exchange-graphcache';

type SavedCredential = { readonly credential?: { readonly id: string } | null };

/** What mutations change in the cache besides the objects that they return. */
export const CACHE_UPDATES: UpdatesConfig = {
  Mutation: {
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

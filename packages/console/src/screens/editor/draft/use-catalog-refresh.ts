import { useCallback, useEffect } from 'react';
import { useClient } from 'urql';
import { useRefetchOnChanges } from '../../../api/live/use-refetch-on-changes.ts';
import { concernsKeys } from '../../../entities/key/concerns-keys.ts';
import type { LanguageClient } from '../../../ui/editor/language/language-client.ts';
import { fetchCatalog } from './load-draft.ts';

/**
 * Hands the keys and connectors of the account to the language server again when a key was changed, and when the person
 * comes back to the window: keys are added in another one.
 */
export function useCatalogRefresh(client: LanguageClient | null): void {
  const graphql = useClient();
  const refresh = useCallback(() => {
    // Without an answer the former catalog stays. The next change or visit asks again.
    if (client !== null)
      fetchCatalog(graphql)
        .then(client.setCatalog)
        .catch(() => undefined);
  }, [graphql, client]);
  useRefetchOnChanges(refresh, concernsKeys);
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);
}

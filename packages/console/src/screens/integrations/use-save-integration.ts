import type { IntegrationDraft, IntegrationProblem } from '@switchboard/model/integrations/validate-integration';
import { useCallback } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { SaveIntegrationDocument } from '../../api/generated/documents/integrations.ts';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import type { Integration } from './integrations-view.ts';

const SAVED = 'The integration settings have been saved.';
export const NOT_SAVED = 'The integration settings were not saved, because there are errors to fix.';

export type SaveTarget = { readonly type: string; readonly stored: Integration | null };
export type SaveResult = { readonly saved: Integration } | { readonly problems: readonly IntegrationProblem[] };

/** Saves an integration, and shows the outcome as a toast. */
export function useSaveIntegration({ type, stored }: SaveTarget): (draft: IntegrationDraft) => Promise<SaveResult> {
  const client = useClient();
  return useCallback(
    async (draft) => {
      const identity = stored === null ? { type } : { id: stored.id, version: stored.version };
      const { data, error } = await client.mutation(SaveIntegrationDocument, { ...identity, ...draft }).toPromise();
      const result = data?.save_integration;
      if (result === undefined) {
        const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
        toastFailed(message, requestId);
        return { problems: [{ path: null, message }] };
      }
      if (result.__typename === 'SaveIntegrationOk') {
        toastDone(SAVED);
        return { saved: result.integration };
      }
      toastFailed(NOT_SAVED);
      if (result.__typename === 'InvalidIntegration') return { problems: [{ path: null, message: result.message }] };
      return {
        problems: result.errors.map(({ path, message, code }) => ({
          path: path ?? null,
          message,
          ...(code === 'no_option' || code === 'changed_meanwhile' ? { code } : {}),
        })),
      };
    },
    [client, type, stored],
  );
}

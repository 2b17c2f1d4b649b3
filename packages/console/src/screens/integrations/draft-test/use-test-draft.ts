import type { IntegrationDraft, IntegrationProblem } from '@switchboard/model/integrations/validate-integration';
import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { TestIntegrationDraftDocument } from '../../../api/generated/documents/test-draft.ts';
import type { ConnectionStep } from '../../../entities/connection/connection-steps.tsx';
import { toastFailed } from '../../../ui/feedback/toasts.ts';
import type { SaveTarget } from '../use-save-integration.ts';

export type DraftTest = {
  /** Tests with these values; resolves to what is wrong with them. */
  readonly test: (draft: IntegrationDraft) => Promise<readonly IntegrationProblem[]>;
  readonly isTesting: boolean;
  /** Steps of the last test; empty before the first. */
  readonly steps: readonly ConnectionStep[];
  /** The values of the last test, as JSON. */
  readonly tested: string | null;
};

/** Tries an integration before it is saved. */
export function useTestDraft({ type, stored }: SaveTarget): DraftTest {
  const client = useClient();
  const [isTesting, setIsTesting] = useState(false);
  const [steps, setSteps] = useState<readonly ConnectionStep[]>([]);
  const [tested, setTested] = useState<string | null>(null);
  const test = useCallback(
    async (draft: IntegrationDraft): Promise<readonly IntegrationProblem[]> => {
      setIsTesting(true);
      try {
        const identity = stored === null ? { type } : { id: stored.id };
        const { data, error } = await client
          .mutation(TestIntegrationDraftDocument, { ...identity, ...draft })
          .toPromise();
        const answer = data?.test_integration_draft;
        setTested(JSON.stringify(draft));
        setSteps(answer?.__typename === 'IntegrationTest' ? answer.steps : []);
        if (answer === undefined) {
          const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
          toastFailed(`The integration was not tested: ${message}`, requestId);
          return [];
        }
        if (answer.__typename === 'InvalidIntegration') return [{ path: null, message: answer.message }];
        // The steps show a problem that belongs to no field.
        return answer.errors
          .map(({ path, message }) => ({ path: path ?? null, message }))
          .filter(({ path }) => path !== null || answer.steps.length === 0);
      } finally {
        setIsTesting(false);
      }
    },
    [client, type, stored],
  );
  return { test, isTesting, steps, tested };
}

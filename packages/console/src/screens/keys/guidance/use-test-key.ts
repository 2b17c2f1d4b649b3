import type { KeyValues } from '@switchboard/model/key-types/key-type';
import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { TestKeyDocument } from '../../../api/generated/documents/test-key.ts';
import type { ConnectionStep } from '../../../entities/connection/connection-steps.tsx';
import { toastFailed } from '../../../ui/feedback/toasts.ts';
import type { FormProblem } from '../../../ui/form/form-spec.ts';
import { formProblems } from '../key-form-spec.ts';

export type KeyTest = {
  /** Tests the connection with these values; resolves to what is wrong with them. */
  readonly test: (properties: KeyValues) => Promise<readonly FormProblem[]>;
  /** Steps of the last test; empty before the first. */
  readonly steps: readonly ConnectionStep[];
};

/** @param stored name of the stored key whose secrets are used where none are typed; null for a new key */
export function useTestKey(type: string, stored: string | null): KeyTest {
  const client = useClient();
  const [steps, setSteps] = useState<readonly ConnectionStep[]>([]);
  const test = useCallback(
    async (properties: KeyValues): Promise<readonly FormProblem[]> => {
      const { data, error } = await client.mutation(TestKeyDocument, { name: stored, type, properties }).toPromise();
      const tested = data?.test_credential;
      setSteps(tested?.__typename === 'ConnectionTest' ? tested.steps : []);
      if (tested === undefined) {
        const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
        toastFailed(`The connection was not tested: ${message}`, requestId);
        return [];
      }
      if (tested.__typename === 'InvalidCredential') return [{ field: null, message: tested.message }];
      // The steps show a problem that belongs to no field.
      return formProblems(tested.errors).filter(({ field }) => field !== null || tested.steps.length === 0);
    },
    [client, type, stored],
  );
  return { test, steps };
}

import { useCallback, useRef, useState } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { useLatest } from '../lib/use-latest.ts';
import { toastDone, toastFailed } from '../ui/feedback/toasts.ts';
import { describeFailure } from './failure.ts';

type Options<Data, Variables> = {
  /** The toast about the success; null for none. */
  readonly done: (data: Data, variables: Variables) => string | null;
  /** The reason why the server refused the change; null when it was made. By default the problem that the outcome has. */
  readonly problem?: (data: Data) => string | null;
  /** The toast about a failure, in place of the failure's own message. */
  readonly failed?: string;
};

export type MutationAction<Data, Variables> = {
  /**
   * Sends the mutation and shows the outcome as a toast. Resolves to the data, or to null after a failure or a refusal.
   * While the same change is on its way, it is not sent again: the call resolves with the first one.
   */
  readonly run: (variables: Variables) => Promise<Data | null>;
  /** Whether any change is on its way. */
  readonly isPending: boolean;
};

/** A mutation that a person starts: pending state, no second send, outcome as a toast. */
export function useMutationAction<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  options: Options<Data, Variables>,
): MutationAction<Data, Variables> {
  const client = useClient();
  const latest = useLatest(options);
  const sending = useRef(new Map<string, Promise<Data | null>>());
  const [pending, setPending] = useState(0);

  const run = useCallback(
    (variables: Variables) => {
      const key = JSON.stringify(variables);
      const send = async (): Promise<Data | null> => {
        setPending((count) => count + 1);
        try {
          const { data, error } = await client.mutation(document, variables).toPromise();
          const { done, problem = problemOf, failed } = latest.current;
          if (error !== undefined || data === undefined || data === null) {
            const failure = describeFailure(error ?? { graphQLErrors: [] });
            toastFailed(failed ?? failure.message, failure.requestId);
            return null;
          }
          const refusal = problem(data);
          if (refusal !== null) toastFailed(refusal);
          else {
            const text = done(data, variables);
            if (text !== null) toastDone(text);
          }
          return refusal === null ? data : null;
        } finally {
          sending.current.delete(key);
          setPending((count) => count - 1);
        }
      };
      const known = sending.current.get(key) ?? send();
      sending.current.set(key, known);
      return known;
    },
    [client, document],
  );
  return { run, isPending: pending > 0 };
}

/** The problem of the refusal that a mutation answers with; null when it was made. */
function problemOf(data: object): string | null {
  for (const outcome of Object.values(data) as readonly unknown[])
    if (typeof outcome === 'object' && outcome !== null && 'problem' in outcome && typeof outcome.problem === 'string')
      return outcome.problem;
  return null;
}

import { failureOf, isInScript } from '@switchboard/model/presentation/failure';
import { useQuery } from 'urql';
import { FailureKeyDocument } from '../../api/generated/documents/failure-key.ts';
import type { TransferWaitingFragment } from '../../api/generated/graphql.ts';
import type { FailureRef } from './failure-ref.ts';

/** The command that comes first: the one that can succeed. */
export type FirstCommand =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'explain' }
  | { readonly kind: 'retry' };

/** Reasons of waiting that end when the key works. */
const KEY_REASONS: ReadonlySet<string> = new Set(['key_suspended', 'key_missing']);

/**
 * The first command for a transfer: its key where that was rejected or is suspended, the explanation where the script or the rows are
 * responsible, else Retry.
 * @param failure null for a transfer that has not failed
 * @returns null while it is not known
 */
export function useFirstCommand(
  failure: FailureRef | null,
  waiting: Pick<TransferWaitingFragment, 'reason' | 'waits_for'> | null,
): FirstCommand | null {
  const [{ data, fetching }] = useQuery({
    query: FailureKeyDocument,
    variables: { kind: failure?.kind ?? '', id: failure?.id ?? '' },
    pause: failure === null,
  });
  if (waiting !== null && KEY_REASONS.has(waiting.reason) && waiting.waits_for !== null)
    return { kind: 'key', key: waiting.waits_for };
  if (failure === null || fetching) return null;
  const found = data?.failure_explanation ?? null;
  if (found === null) return { kind: 'retry' };
  const cause = failureOf(found.code);
  if (found.key_name !== null && cause.origin === 'key') return { kind: 'key', key: found.key_name };
  return { kind: isInScript(cause) ? 'explain' : 'retry' };
}

import type { FlowWaitingFragment } from '../../api/generated/graphql.ts';
import { type WaitView, waitView } from '../transfer/status/wait-view.ts';

type Waiting = { readonly status: string; readonly waiting: FlowWaitingFragment | null };

/**
 * How a flow is drawn that is not running: while none of its downloads is, as the first of them.
 * @returns null while it downloads, processes or uploads, and when it is over
 */
export function flowWaitView({ status, waiting }: Waiting, now: number): WaitView | null {
  if (status === 'SOURCING') return waitView(waiting?.input ?? null, now);
  return status === 'PENDING' ? waitView(waiting, now) : null;
}

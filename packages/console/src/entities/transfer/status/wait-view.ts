import type { StatusTone } from '@switchboard/model/status/status';
import { type WaitState, waitState } from '@switchboard/model/status/waiting';
import type { TransferWaitingFragment } from '../../../api/generated/graphql.ts';
import type { StatusIcon } from '../../../ui/status/status-icons.ts';
import { waitingText } from './waiting-text.ts';

/** How work that is not running is drawn. */
export type WaitView = {
  readonly state: WaitState;
  readonly label: string;
  readonly tone: StatusTone;
  readonly icon: StatusIcon;
  /** Detail beside the badge. */
  readonly text: string | null;
};

const VIEWS: Readonly<Record<WaitState, Pick<WaitView, 'label' | 'tone' | 'icon'>>> = {
  queued: { label: 'Queued', tone: 'inactive', icon: 'waiting' },
  waiting: { label: 'Waiting', tone: 'inactive', icon: 'waiting' },
  blocked: { label: 'Blocked', tone: 'warning', icon: 'warning' },
};

/**
 * The one mapping of why work is not running: queued with what goes before it, waiting for what, or blocked by what.
 * @returns null for work that runs or is over
 */
export function waitView(waiting: TransferWaitingFragment | null, now: number): WaitView | null {
  const state = waiting === null ? null : waitState(waiting.reason);
  return state === null ? null : { state, ...VIEWS[state], text: waitingText(waiting, now) };
}

import { fullNumber, parseTimestamp } from '@switchboard/model/format';
import { progressView } from '@switchboard/model/presentation/transfer-progress';
import { withoutName } from '@switchboard/model/presentation/without-name';
import type { StatusTone, StatusView } from '@switchboard/model/status/status';
import { relativeTime } from '../../../lib/relative-time.ts';
import type { StatusIcon } from '../../../ui/status/status-icons.ts';
import type { TransferRow } from '../transfer-row.ts';
import { waitView } from './wait-view.ts';
import { waitingText } from './waiting-text.ts';

/** How a transfer's status is drawn. */
export type TransferStatusView = {
  readonly tone: StatusTone;
  readonly label: string;
  readonly icon: StatusIcon;
  /** The text beside the badge. */
  readonly text: string | null;
  readonly percent: number | null;
};

/** A status, and the detail of the transfer that is shown beside it. */
export type DescribedStatus = {
  readonly tone: StatusTone;
  readonly label: string;
  readonly detail: 'progress' | 'retry' | 'waiting' | 'rows' | 'message' | 'none';
};

/**
 * Describes the statuses of one kind of transfer.
 * @param details the statuses beside which a detail is shown; the message is shown beside any other
 * @returns a function that gives null for a status that this console does not know
 */
export function statusDescriber<Status extends string>(
  views: Readonly<Record<Status, StatusView>>,
  details: Readonly<Partial<Record<DescribedStatus['detail'], readonly Status[]>>>,
): (status: string) => (DescribedStatus & { readonly status: Status }) | null {
  const known = new Map<string, DescribedStatus & { readonly status: Status }>();
  for (const status of Object.keys(views) as Status[])
    known.set(status, { ...views[status], status, detail: 'message' });
  for (const [detail, statuses] of Object.entries(details) as [DescribedStatus['detail'], readonly Status[]][])
    for (const status of statuses) known.set(status, { ...views[status], status, detail });
  return (status) => known.get(status) ?? null;
}

/** "attempt 3 of 5" of a transfer that has failed before; null of the first attempt. */
const attemptText = ({ retry_count: retries, retry_limit: attempts }: Pick<Retrying, 'retry_count' | 'retry_limit'>) =>
  retries === 0 ? null : `attempt ${retries + 1} of ${Math.max(attempts, retries + 1)}`;

type Retrying = { readonly retry_count: number; readonly retry_limit: number; readonly next_try: string | null };

/** "2/4 · in 40 s": retries made of retries allowed, then the time until the next one. */
function retryText(transfer: Retrying, now: number): string {
  const count = `${transfer.retry_count}/${Math.max(0, transfer.retry_limit - 1)}`;
  const next = transfer.next_try === null ? null : parseTimestamp(transfer.next_try);
  return next === null || next.getTime() <= now ? count : `${count} · ${relativeTime(next.getTime(), now)}`;
}

function nextProbeText(nextTry: string | null, now: number): string | null {
  const next = nextTry === null ? null : parseTimestamp(nextTry);
  return next === null ? null : `next check ${relativeTime(next.getTime(), now)}`;
}

const rowsText = (count: number | null): string | null =>
  count === null ? null : `${fullNumber(count)} ${count === 1 ? 'row' : 'rows'}`;

const WAITING = new Set(['queued', 'requested', 'preparing']);

function iconOf(tone: StatusTone, status: string): StatusIcon {
  if (WAITING.has(status)) return 'waiting';
  return status === 'retrying' ? 'retrying' : tone === 'inactive' ? 'skipped' : tone;
}

/**
 * The view of a transfer's status.
 * @param described null for a status that this console does not know, which is shown as it is
 * @param now milliseconds since the epoch
 */
export function transferStatusView(
  transfer: TransferRow,
  described: DescribedStatus | null,
  now: number,
): TransferStatusView {
  if (described === null) {
    return { tone: 'inactive', label: transfer.status, icon: 'inactive', text: null, percent: null };
  }
  const wait = waitView(transfer.waiting, now);
  // A queued transfer may wait for files, which no worker brings.
  if (wait?.state === 'blocked' || (wait?.state === 'waiting' && transfer.status === 'queued'))
    return { tone: wait.tone, label: wait.label, icon: wait.icon, text: wait.text, percent: null };
  const { tone, label, detail } = described;
  const badge = { tone, label, icon: iconOf(tone, transfer.status), percent: null };
  switch (detail) {
    case 'progress': {
      const progress = progressView(transfer.progress);
      const texts = [attemptText(transfer), progress?.text].filter((text) => typeof text === 'string' && text !== '');
      return { ...badge, text: texts.length === 0 ? null : texts.join(' · '), percent: progress?.percent ?? null };
    }
    case 'retry':
      return { ...badge, text: retryText(transfer, now) };
    case 'waiting':
      return { ...badge, text: waitingText(transfer.waiting, now) ?? nextProbeText(transfer.next_try, now) };
    case 'rows':
      return { ...badge, text: rowsText(transfer.row_count) };
    case 'message':
      return { ...badge, text: transfer.message === null ? null : withoutName(transfer.message, transfer.name) };
    case 'none':
      return { ...badge, text: null };
  }
}

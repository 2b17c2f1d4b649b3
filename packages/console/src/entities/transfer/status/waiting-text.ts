import { parseTimestamp } from '@switchboard/model/format';
import type { TransferWaitingFragment } from '../../../api/generated/graphql.ts';
import { relativeTime } from '../../../lib/relative-time.ts';

/** Units before another are counted up to this number. */
const MAX_BEFORE = 100;

/** "3 before it"; "100+ before it" where there are as many or more. */
function beforeText(before: number): string {
  if (before === 0) return 'next in the queue';
  return `${before >= MAX_BEFORE ? `${MAX_BEFORE}+` : before} before it`;
}

const FAILING_PARTS: Readonly<Record<string, string>> = {
  disk: 'worker disks are full',
  processes: 'workers cannot start queries',
  store: 'the file store is away',
  names: 'DNS is away',
  worker: 'no worker runs',
};

/** Why a transfer is not running, by the reason that the engine gives. */
function reasonText(waiting: TransferWaitingFragment): string | null {
  const { reason, waits_for: subject, before, stopped_by: part } = waiting;
  if (part !== null) return FAILING_PARTS[part] ?? part;
  switch (reason) {
    case 'queued':
      return before === null ? null : beforeText(before);
    case 'running':
    case 'requested':
      return null;
    case 'account_deactivated':
      return 'account is deactivated';
    case 'source_suspended':
      return `download ${subject ?? ''} is suspended`;
    case 'upload_suspended':
      return `upload ${subject ?? ''} is suspended`;
    case 'source_paused':
      return `download ${subject ?? ''} is paused`;
    case 'upload_paused':
      return `upload ${subject ?? ''} is paused`;
    case 'key_paused':
      return `key ${subject ?? ''} is paused`;
    case 'frozen':
      return `held: ${subject ?? 'its report date'} is frozen`;
    case 'key_missing':
      return `key ${subject ?? ''} is archived`;
    case 'key_suspended':
      return `key ${subject ?? ''} is suspended`;
    case 'processing':
      // The status says that much.
      return subject === 'processing' ? null : subject;
    case 'key_limit':
    case 'account_limit':
      return [`waits for ${subject ?? ''}`, ...(before === null ? [] : [beforeText(before)])].join(' · ');
    default:
      return subject === null ? null : `waits for ${subject}`;
  }
}

/** "waits for a file at the source · next check in 4 min"; null when nothing holds the transfer. */
export function waitingText(waiting: TransferWaitingFragment | null, now: number): string | null {
  if (waiting === null || waiting.reason === 'running') return null;
  const reason = reasonText(waiting);
  const next = waiting.next_check === null ? null : parseTimestamp(waiting.next_check);
  const check = next === null || next.getTime() <= now ? null : `next check ${relativeTime(next.getTime(), now)}`;
  const parts = [reason, check].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

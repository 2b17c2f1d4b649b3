import { repeat } from '../../queue/repeat.ts';
import { announceGroups } from './announce-groups.ts';
import { noteExpiringKeys } from './expiring-keys.ts';
import { gatherFailures } from './gather-failures.ts';
import { type SendOptions, sendNotices } from './send-notices.ts';

/** Milliseconds between two rounds. */
const INTERVAL = 2_000;

export type NoticeJobOptions = SendOptions & {
  /** Milliseconds for which failures of the same cause are awaited. */
  readonly settleMs?: number;
  readonly onError: (error: unknown) => void;
};

/** Gathers failures and writes their notices, and sends them beside that: a slow receiver delays no notice from being written. */
export function startNoticeJob(options: NoticeJobOptions, interval = INTERVAL): { stop(): Promise<void> } {
  const { database, now, settleMs, onError } = options;
  const writing = repeat(
    interval,
    async () => {
      await noteExpiringKeys(database, now());
      while (await gatherFailures(database));
      await announceGroups(database, now(), settleMs);
    },
    onError,
  );
  const sending = repeat(interval, async () => void (await sendNotices(options)), onError);
  return {
    async stop() {
      await Promise.all([writing.stop(), sending.stop()]);
    },
  };
}

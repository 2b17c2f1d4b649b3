import { parseTimestamp } from '@switchboard/model/format';
import type { EventRowFragment } from '../../../api/generated/graphql.ts';
import { longDuration } from '../../../lib/relative-time.ts';
import type { TransferRow } from '../transfer-row.ts';

/** One point in the life of a transfer. */
export type Step = {
  readonly label: string;
  readonly at: string;
  /** The time since the step before: "+2 min"; null for the first. */
  readonly since: string | null;
  readonly detail: string | null;
  readonly hasFailed: boolean;
};

type Timed = Pick<TransferRow, 'status' | 'created' | 'started' | 'finished'>;
type Failure = Pick<EventRowFragment, 'created' | 'message' | 'will_retry'>;

const ENDINGS: Readonly<Record<string, string>> = {
  failed: 'Failed',
  abandoned: 'Abandoned',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
};

const timeOf = (text: string): number => parseTimestamp(text)?.getTime() ?? 0;

/**
 * The life of a transfer in order: when it was found or ready, started, failed and finished.
 * @param events its events; those of failed attempts are steps
 */
export function transferSteps(transfer: Timed, events: readonly Failure[], createdLabel: string): readonly Step[] {
  const { created, started, finished, status } = transfer;
  const attempts = events
    .filter((event) => event.will_retry !== null)
    .sort((one, other) => timeOf(one.created) - timeOf(other.created))
    .map(({ created: at, message }, index) => ({
      label: `Attempt ${index + 1} failed`,
      at,
      detail: message,
      hasFailed: true,
    }));
  const end = ENDINGS[status] ?? 'Finished';
  const steps = [
    { label: createdLabel, at: created, detail: null, hasFailed: false },
    ...(started === null ? [] : [{ label: 'Started', at: started, detail: null, hasFailed: false }]),
    ...attempts,
    ...(finished === null ? [] : [{ label: end, at: finished, detail: null, hasFailed: status === 'failed' }]),
  ].toSorted((one, other) => timeOf(one.at) - timeOf(other.at));
  return steps.map((step, index) => {
    const before = steps[index - 1];
    return { ...step, since: before === undefined ? null : `+${longDuration(timeOf(step.at) - timeOf(before.at))}` };
  });
}

import { ERRORS } from '@switchboard/model/errors/errors';
import type { LocalEngine } from './local-engine.ts';
import type { Needed } from './needed.ts';
import { type DateRun, hasFailed, runDate } from './run-date.ts';

/** The results of a run, and the report dates that were not run, with the reason. */
export type RangeRun = {
  readonly dates: readonly DateRun[];
  readonly notRun: readonly string[];
  readonly reason: string | null;
};

/** As many report dates may fail in a row; a server suspends a download or an upload then. */
const MAX_FAILED_DATES = 3;

/**
 * Runs a pipeline for each report date in turn. A date that fails does not stop the next one; a rejected key, or three dates
 * in a row that have failed, stop the rest. Throws only the signal's reason.
 */
export async function runDates(
  engine: LocalEngine,
  needed: Needed,
  dates: readonly string[],
  onDate: { readonly started: (date: string) => void; readonly ended: (run: DateRun) => void },
): Promise<RangeRun> {
  const ran: DateRun[] = [];
  for (const [index, date] of dates.entries()) {
    onDate.started(date);
    const run = await runDate(engine, needed, date);
    ran.push(run);
    onDate.ended(run);
    const reason = stopReason(ran);
    if (reason !== null) return { dates: ran, notRun: dates.slice(index + 1), reason };
  }
  return { dates: ran, notRun: [], reason: null };
}

function stopReason(ran: readonly DateRun[]): string | null {
  const last = ran.at(-1);
  if (last !== undefined && rejectsKey(last)) return 'a key was rejected';
  const latest = ran.slice(-MAX_FAILED_DATES);
  return latest.length === MAX_FAILED_DATES && latest.every(hasFailed) ? 'three report dates in a row failed' : null;
}

const rejectsKey = ({ outcome }: DateRun): boolean =>
  [...outcome.downloads, ...outcome.uploads].some(
    ({ code }) => code !== null && ERRORS[code].class === 'authentication',
  );

import { uptime } from 'node:os';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { METRICS } from '../../observe/metrics.ts';
import { repeat } from '../../queue/repeat.ts';

/** One reading of the database's clock beside a counter that cannot be set. Both in milliseconds. */
export type ClockReading = { readonly database: number; readonly elapsed: number };

/** State of the schedule's clock: the last trusted reading, and since when later ones are refused, by the counter. */
export type ClockState = { readonly trusted: ClockReading; readonly refusedSince: number | null };

/** The database's clock may be set by so much at once, in milliseconds. */
export const MAX_CLOCK_STEP = 10 * 60_000;
/** A clock that was set forward by more is trusted after so long, in milliseconds. */
export const TRUST_AFTER = 3600_000;

/** Returns the time by the trusted reading. */
export const timeAt = ({ trusted }: ClockState, elapsed: number): number =>
  trusted.database + (elapsed - trusted.elapsed);

/**
 * Decides whether a reading is trusted. A clock that is set back is trusted at once, since waiting finishes no day too early. One
 * that is set forward by more than MAX_CLOCK_STEP is trusted only once it has stayed there for TRUST_AFTER.
 */
export function judgeReading(state: ClockState | null, reading: ClockReading): ClockState {
  if (state === null) return { trusted: reading, refusedSince: null };
  const step = reading.database - timeAt(state, reading.elapsed);
  if (step <= MAX_CLOCK_STEP) return { trusted: reading, refusedSince: null };
  const refusedSince = state.refusedSince ?? reading.elapsed;
  if (reading.elapsed - refusedSince >= TRUST_AFTER) return { trusted: reading, refusedSince: null };
  return { trusted: state.trusted, refusedSince };
}

export type ScheduleClock = {
  /** Epoch milliseconds by the database's clock. */
  now(): number;
  stop(): Promise<void>;
};

const READ_INTERVAL = 5_000;

/**
 * The clock that schedules, probes and deadlines go by: the database's, whatever this machine's clock says.
 * @throws Error when the database does not answer the first reading
 */
export async function startScheduleClock(options: {
  readonly database: Database;
  readonly onError: (error: unknown) => void;
  /** For tests of steps; the database's clock and this machine's uptime by default. */
  readonly read?: () => Promise<ClockReading>;
  /** Milliseconds between two readings. */
  readonly interval?: number;
}): Promise<ScheduleClock> {
  const { database, onError, interval = READ_INTERVAL, read = () => readClock(database) } = options;
  const first = await read();
  let state = judgeReading(null, first);
  let last = { elapsed: first.elapsed, counter: performance.now() };
  const refresh = async (): Promise<void> => {
    const reading = await read();
    const before = state;
    state = judgeReading(before, reading);
    last = { elapsed: reading.elapsed, counter: performance.now() };
    const refused = state.refusedSince === null ? 0 : reading.database - timeAt(before, reading.elapsed);
    METRICS.clockRefused.set(refused / 1000);
    if (refused > 0 && before.refusedSince === null) onError(new Error(refusal(refused)));
  };
  const reading = repeat(interval, refresh, onError);
  return {
    now: () => Math.floor(timeAt(state, last.elapsed + performance.now() - last.counter)),
    stop: () => reading.stop(),
  };
}

const refusal = (step: number): string =>
  `The clock of the database was set forward by ${Math.round(step / 60_000)} minutes. Schedules keep to the time before, and ` +
  'follow it after an hour. If it is wrong, correct the clock of the database server.';

async function readClock(database: Database): Promise<ClockReading> {
  const { rows } = await database.withSystem((tx) => sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx));
  // Unlike other counters, the uptime goes on while the machine sleeps.
  return { database: rows[0]?.at.getTime() ?? 0, elapsed: uptime() * 1000 };
}

import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, DatabaseSetupError } from '../db/connect.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { nextMigration, readMigrations } from '../db/migrations.ts';
import { readApplied } from '../db/read-applied.ts';

/** Seconds between two attempts to reach what is away, at first and at most. */
const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 30;

/** Reports why the start waits, and pauses, longer each time. Throws when the program is asked to stop. */
export type Pause = (reason: Error) => Promise<void>;

export type PauseOptions = {
  readonly log: Pick<Logger, 'warn'>;
  readonly say: (line: string) => void;
  /** Aborts when the program is asked to stop. */
  readonly stopping?: AbortSignal | undefined;
};

/** The pauses of one start. */
export function createPause({ log, say, stopping }: PauseOptions): Pause {
  let seconds = FIRST_PAUSE;
  return async ({ message }) => {
    const text = `${message} The start waits for it and asks again in ${seconds} s.`;
    log.warn(text);
    say(text);
    await setTimeout(seconds * 1_000, undefined, stopping === undefined ? {} : { signal: stopping });
    seconds = Math.min(2 * seconds, LONGEST_PAUSE);
  };
}

/**
 * Waits until a database takes connections.
 * @param setting names the address
 * @throws DatabaseSetupError when it refuses this login, or has no such database
 */
export async function waitForDatabase(url: string, setting: string, pause: Pause): Promise<void> {
  for (;;) {
    try {
      const client = await connect(url, setting);
      return await client.end();
    } catch (error) {
      if (!(error instanceof DatabaseSetupError) || !isDatabaseAway(error.cause)) throw error;
      await pause(error);
    }
  }
}

/**
 * Waits until another process has migrated the database to the version of this program.
 * @param url of a login that does not own the tables
 * @throws DatabaseSetupError when the database is newer than this program
 */
export async function waitForMigrations(url: string, pause: Pause): Promise<void> {
  const migrations = readMigrations();
  for (;;) {
    const plan = nextMigration(migrations, await readApplied(url));
    if ('refusal' in plan) throw new DatabaseSetupError(plan.refusal);
    if (plan.next === undefined) return;
    await pause(
      new Error(
        `The database lacks the migration ${plan.next.name}. Run "switchboard migrate" with DATABASE_OWNER_URL.`,
      ),
    );
  }
}

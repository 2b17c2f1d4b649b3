import { sql } from 'kysely';
import type { TransactionScopes, Tx } from '../../db/database.ts';
import type { FreeSpace } from '../../observe/free-space.ts';
import { repeat } from '../../queue/repeat.ts';
import { type Intake, OPEN_INTAKE, readIntake } from './drain.ts';
import { PARTS_OF_ALL, type PartFailure, type PartName } from './part.ts';
import type { PartWatch } from './watch-parts.ts';

/** A process of the installation. */
export type Program = {
  readonly id: string;
  readonly host: string;
  readonly roles: readonly string[];
  /** Label of the pool that it belongs to; null for none. */
  readonly pool?: string | null;
  /** Number of the newest migration that it brings. */
  readonly migration: number;
};

export type ProgramRecordOptions = {
  readonly database: Pick<TransactionScopes, 'withSystem'>;
  readonly program: Program;
  readonly parts: Pick<PartWatch, 'failures' | 'suspect'>;
  /** Space on the disk of its data folder. */
  readonly space: () => Promise<FreeSpace | null>;
  /** How many units it runs; 0 without. */
  readonly busy?: () => number;
  /** Called with what it may take. */
  readonly onIntake?: (intake: Intake) => void;
  readonly onError: (error: unknown) => void;
  /** Its clock, in epoch milliseconds; that of the machine without. */
  readonly clock?: () => number;
};

/** The farthest that the record has a clock ahead or behind, in milliseconds. */
const MAX_AHEAD = 2 ** 31 - 1;
const INTERVAL = 5_000;
/** SQL interval without a sign of life after which a program no longer runs. */
export const PROGRAM_STALE = sql`interval '1 minute'`;
/** SQL interval for which the record of a program that was killed is kept. */
const KEPT = sql`interval '1 hour'`;

/**
 * Keeps the record of this program, by which others and `switchboard doctor` know that it runs and what fails for it. A shared part
 * that fails for another program is checked here, too, before work is spent on it.
 * @param interval milliseconds between two signs of life
 */
export function startProgramRecord(options: ProgramRecordOptions, interval = INTERVAL): { stop(): Promise<void> } {
  const { database, program, parts, clock = Date.now } = options;
  let intake = OPEN_INTAKE;
  const running = repeat(
    interval,
    async () => {
      const space = await options.space();
      // Drains that were followed before the units were counted: what runs then is all that runs.
      const followed = intake.seen;
      const busy = options.busy?.() ?? 0;
      const suspects = await database.withSystem(async (tx) => {
        intake = await readIntake(tx, { host: program.host, pool: program.pool ?? null });
        options.onIntake?.(intake);
        await sql`
          insert into program (id, host, roles, migration, failing, clock_ahead_ms, disk_free, disk_size, pool, running, drains_seen)
          values (${program.id}::uuid, ${program.host}, ${[...program.roles]}::text[], ${program.migration},
            ${JSON.stringify(parts.failures().map(stored))}::jsonb,
            greatest(-${MAX_AHEAD}::bigint, least(${MAX_AHEAD}::bigint,
              round(extract(epoch from ${new Date(clock())}::timestamptz - clock_timestamp()) * 1000))),
            ${space?.free ?? null}::bigint, ${space?.total ?? null}::bigint, ${program.pool ?? null}, ${busy}, ${followed}::timestamptz)
          on conflict (id) do update set seen = now(), failing = excluded.failing,
            clock_ahead_ms = excluded.clock_ahead_ms, disk_free = excluded.disk_free, disk_size = excluded.disk_size,
            running = excluded.running, drains_seen = excluded.drains_seen
        `.execute(tx);
        await sql`delete from program where seen < now() - ${KEPT}`.execute(tx);
        const { rows } = await sql<{ part: PartName }>`
          select distinct failure ->> 'part' as part from program, jsonb_array_elements(failing) failure
          where id <> ${program.id}::uuid and seen > now() - ${PROGRAM_STALE}
            and failure ->> 'part' = any(${[...PARTS_OF_ALL]}::text[])
        `.execute(tx);
        return rows.map(({ part }) => part);
      });
      await parts.suspect(suspects);
    },
    options.onError,
  );
  return {
    async stop() {
      await running.stop();
      // Without the database the record becomes that of a killed program.
      await database
        .withSystem((tx) => sql`delete from program where id = ${program.id}::uuid`.execute(tx))
        .catch(options.onError);
    },
  };
}

/** Removes the records of programs that are known to have ended. */
export async function forgetPrograms(database: Pick<TransactionScopes, 'withSystem'>): Promise<void> {
  await database.withSystem((tx) => sql`delete from program`.execute(tx));
}

/** The part of the installation for which no worker takes work, 'worker' where none runs; null while one does. */
export async function workStoppedBy(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ stopped_by: string | null }>`select work_stopped_by() as stopped_by`.execute(tx);
  return rows[0]?.stopped_by ?? null;
}

/** A failing part as its record has it. */
export type StoredPartFailure = {
  readonly part: string;
  readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Epoch milliseconds. */
  readonly since: number;
};

const stored = ({ part, failure, since }: PartFailure): StoredPartFailure => ({
  part,
  code: failure.code,
  parameters: failure.parameters,
  since,
});

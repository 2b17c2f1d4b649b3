import type { Client } from 'pg';
import { type AppliedMigration, type Migration, nextMigration } from '../../db/migrations.ts';
import { type DoctorFinding, type DoctorItem, finding } from './report.ts';

export type FreeSpace = { readonly free: number; readonly total: number };

const GIGABYTE = 1024 ** 3;
const LEAST_FREE = GIGABYTE;
const LEAST_PART = 0.05;
const LOW_PART = 0.15;
/** Milliseconds. */
const CLOCK_LIMIT = 5_000;
const CLOCK_NOTICE = 1_000;

const item = (what: string, why: string): DoctorItem => ({ account: null, what, why, since: null, todo: null });

/** Whether the tables are those of this program. The other checks need them. */
export async function examineMigrations(client: Client, known: readonly Migration[]): Promise<DoctorFinding> {
  const { rows: server } = await client.query<{ version: string; ledger: boolean }>(
    `select current_setting('server_version') as version, to_regclass('public.schema_migration') is not null as ledger`,
  );
  const applied =
    server[0]?.ledger === true
      ? (await client.query<AppliedMigration>('select number, name, checksum from schema_migration order by number'))
          .rows
      : [];
  const next = nextMigration(known, applied);
  const title = `Tables of this version (${applied.length} of ${known.length} migrations, PostgreSQL ${server[0]?.version})`;
  const check = 'migrations';
  if ('refusal' in next) {
    return finding({ check, title, todo: 'Run the version that fits the database.' }, 1, [
      item('database', next.refusal),
    ]);
  }
  const missing = known.slice(applied.length);
  return finding(
    { check, title, todo: 'Run `switchboard migrate`, or start Switchboard.' },
    missing.length,
    missing.map(({ name }) => item(name, 'has not been run')),
  );
}

/** Who is connected: without a worker nothing runs. */
export async function examinePrograms(client: Client): Promise<DoctorFinding> {
  const { rows } = await client.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
     where datname = current_database() and application_name in ('switchboard', 'switchboard-queue')
       and pid <> pg_backend_pid()`,
  );
  const absent = (rows[0]?.connections ?? 0) === 0;
  return finding(
    { check: 'programs', title: 'Programs that work on this database', todo: 'Start Switchboard.' },
    absent ? 1 : 0,
    [item('programs', 'none is connected: nothing is scheduled and nothing runs')],
  );
}

export function examineDisk(folder: string, space: FreeSpace | null): DoctorFinding {
  const shown = space === null ? 'unknown' : `${(space.free / GIGABYTE).toFixed(1)} GB free`;
  const part = space === null || space.total === 0 ? 1 : space.free / space.total;
  const full = space !== null && (space.free < LEAST_FREE || part < LEAST_PART);
  const low = space !== null && part < LOW_PART;
  return finding(
    {
      check: 'disk',
      title: `Disk of the data folder (${shown})`,
      level: full ? 'problem' : 'notice',
      todo: 'Make room on that disk, or move DATA_DIR or STORAGE_URL to a larger one. Work waits while the disk is full.',
    },
    full || low ? 1 : 0,
    [item(folder, `${shown}, ${Math.round(part * 100)} % of the disk`)],
  );
}

/** Schedules, leases and retries go by the database's clock; what people see as now, by that of each machine. */
export async function examineClock(client: Client, now: () => number): Promise<DoctorFinding> {
  const before = now();
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const after = now();
  const theirs = rows[0]?.at.getTime() ?? before;
  // A difference within the duration of the query does not count.
  const difference = theirs < before ? theirs - before : theirs > after ? theirs - after : 0;
  const apart = Math.abs(difference);
  return finding(
    {
      check: 'clock',
      title: 'Clocks of this machine and the database',
      level: apart > CLOCK_LIMIT ? 'problem' : 'notice',
      todo: 'Have both set by NTP.',
    },
    apart > CLOCK_NOTICE ? 1 : 0,
    [item('clock', `the database is ${(apart / 1_000).toFixed(1)} s ${difference > 0 ? 'ahead' : 'behind'}`)],
  );
}

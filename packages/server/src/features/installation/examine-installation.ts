import type { Client } from 'pg';
import { type AppliedMigration, type Migration, nextMigration } from '../../db/migrations.ts';
import type { FreeSpace } from '../../observe/free-space.ts';
import { type DoctorFinding, type DoctorItem, finding } from './report.ts';

const GIGABYTE = 1024 ** 3;
const LEAST_FREE = GIGABYTE;
const LEAST_PART = 0.05;
const LOW_PART = 0.15;
/** Milliseconds. */
export const CLOCK_LIMIT = 5_000;
export const CLOCK_NOTICE = 1_000;

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

/** The programs' sessions. An owner that is not a superuser sees of those under other logins only the login. */
const OF_PROGRAMS = `datname = current_database() and pid <> pg_backend_pid() and (
  application_name in ('switchboard', 'switchboard-queue')
  or application_name is null and usename is not null and pg_has_role(usename, 'switchboard_app', 'set'))`;

/** Examines the programs that are connected: without a worker nothing runs. */
export async function examinePrograms(client: Client): Promise<DoctorFinding> {
  const { rows } = await client.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
     where ${OF_PROGRAMS}`,
  );
  const absent = (rows[0]?.connections ?? 0) === 0;
  return finding(
    { check: 'programs', title: 'Programs that work on this database', todo: 'Start Switchboard.' },
    absent ? 1 : 0,
    [item('programs', 'none is connected: nothing is scheduled and nothing runs')],
  );
}

/** Whether a mistake in a query of the programs could reach more than the rows of one account. */
export async function examineLogins(client: Client): Promise<DoctorFinding> {
  const { rows } = await client.query<Record<'superuser' | 'bypassing' | 'owner' | 'both', boolean> & { name: string }>(
    `select rolname as name, rolsuper as superuser, rolbypassrls as bypassing,
       exists (select from pg_class where relowner = pg_roles.oid) as owner,
       pg_has_role(rolname, 'switchboard_app', 'set') and pg_has_role(rolname, 'switchboard_identity', 'set') as both
     from pg_roles where rolname in (select usename from pg_stat_activity where ${OF_PROGRAMS}) order by 1`,
  );
  const items = rows.flatMap(({ name, superuser, bypassing, owner, both }) => {
    const faults = [
      ...(superuser ? ['is a superuser'] : []),
      ...(bypassing ? ['passes row-level security'] : []),
      ...(owner ? ['owns tables'] : []),
      ...(both ? ['can take on the role of sign-in in a transaction of an account'] : []),
    ];
    return faults.length === 0 ? [] : [item(`login ${name}`, faults.join(', '))];
  });
  return finding(
    {
      check: 'logins',
      title: `Logins of the programs (${rows.map(({ name }) => name).join(', ') || 'none connected'})`,
      level: 'notice',
      todo: 'Give each group of roles a login of its own: DATABASE_OWNER_URL, DATABASE_IDENTITY_URL, DATABASE_ADMIN_URL.',
    },
    items.length,
    items,
  );
}

/** @param shortage what this machine refuses, and what allows it; null for nothing */
export function examineSandbox(shortage: string | null): DoctorFinding {
  return finding(
    {
      check: 'sandbox',
      title: `Sandbox of this machine${shortage === null ? ' (full)' : ''}`,
      level: 'notice',
      todo: 'See docs/security.md.',
    },
    shortage === null ? 0 : 1,
    [item('sandbox', shortage ?? '')],
  );
}

/** A disk as people read it, and whether it is full (work waits) or fills up. */
export function judgeSpace(space: FreeSpace | null): {
  readonly text: string;
  readonly level: 'full' | 'low' | 'enough';
} {
  if (space === null || space.total === 0) return { text: 'unknown', level: 'enough' };
  const part = space.free / space.total;
  const text = `${(space.free / GIGABYTE).toFixed(1)} GB free, ${Math.round(part * 100)} % of the disk`;
  if (space.free < LEAST_FREE || part < LEAST_PART) return { text, level: 'full' };
  return { text, level: part < LOW_PART ? 'low' : 'enough' };
}

export function examineDisk(folder: string, space: FreeSpace | null): DoctorFinding {
  const { text, level } = judgeSpace(space);
  return finding(
    {
      check: 'disk',
      title: `Disk of the data folder (${text})`,
      level: level === 'full' ? 'problem' : 'notice',
      todo: 'Make room on that disk, or move DATA_DIR or STORAGE_URL to a larger one. Work waits while the disk is full.',
    },
    level === 'enough' ? 0 : 1,
    [item(folder, text)],
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

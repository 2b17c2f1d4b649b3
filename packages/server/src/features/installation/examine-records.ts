import { ERRORS, type ErrorCode, errorText } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { PROGRAM_STALE, type StoredPartFailure } from '../../units/parts/program-record.ts';
import { CLOCK_LIMIT, CLOCK_NOTICE, judgeSpace } from './examine-installation.ts';
import { type DoctorFinding, type DoctorItem, finding, isoTime } from './report.ts';

type Recorded = {
  readonly host: string;
  readonly roles: readonly string[];
  readonly migration: number;
  readonly seen: Date;
  readonly is_running: boolean;
  readonly failing: readonly StoredPartFailure[];
  readonly clock_ahead_ms: number;
  readonly disk_free: number | null;
  readonly disk_size: number | null;
};

/** Roles without which nothing is scheduled or runs. */
const NEEDED = ['scheduler', 'worker'] as const;

const nameOf = ({ host, roles }: Recorded): string => `${roles.join(', ')} on ${host}`;
const itemOf = (program: Recorded, why: string, since: string | null = null): DoctorItem => ({
  account: null,
  what: nameOf(program),
  why,
  since,
  todo: null,
});

/** Examines what the programs of all machines have recorded of themselves: which run, and what does not work for them. */
export async function examineRecords(tx: Tx): Promise<readonly DoctorFinding[]> {
  const { rows } = await sql<Recorded>`
    select host, roles, migration, seen, seen > now() - ${PROGRAM_STALE} as is_running, failing, clock_ahead_ms,
      disk_free, disk_size
    from program order by started, id`.execute(tx);
  const running = rows.filter(({ is_running: isRunning }) => isRunning);
  return [
    examineRoles(running),
    examineEnded(rows.filter(({ is_running: isRunning }) => !isRunning)),
    examineFailing(running),
    examineDisks(running),
    examineClocks(running),
    examineVersions(running),
  ];
}

function examineRoles(running: readonly Recorded[]): DoctorFinding {
  const roles = running.flatMap((program) => program.roles);
  const counts = [...new Set(roles)].sort().map((role) => `${roles.filter((one) => one === role).length} ${role}`);
  const missing = running.length === 0 ? [] : NEEDED.filter((role) => !roles.includes(role));
  return finding(
    {
      check: 'roles',
      title: `Running programs (${counts.join(', ') || 'none has recorded itself'})`,
      todo: 'Start a program with that role (ROLES).',
    },
    missing.length,
    missing.map((role) => ({
      account: null,
      what: role,
      why: role === 'worker' ? 'none runs: nothing is fetched or delivered' : 'none runs: nothing comes due',
      since: null,
      todo: null,
    })),
  );
}

function examineEnded(ended: readonly Recorded[]): DoctorFinding {
  return finding(
    {
      check: 'ended',
      title: 'Programs that ended in the last hour without being stopped',
      level: 'notice',
      todo: 'Their work goes on elsewhere. See their log, and whether something restarts them.',
    },
    ended.length,
    ended.map((program) => itemOf(program, 'gave its last sign of life', isoTime(program.seen))),
  );
}

function examineFailing(running: readonly Recorded[]): DoctorFinding {
  const failing = running.flatMap((program) => program.failing.map((failure) => ({ program, failure })));
  return finding(
    {
      check: 'parts',
      title: 'Parts of the installation that fail',
      todo: 'Correct the cause. The program takes no work until the part works again, which it checks every few seconds.',
    },
    failing.length,
    failing.map(({ program, failure: { part, code, parameters, since } }) => ({
      account: null,
      what: `${part} of ${nameOf(program)}`,
      why: isKnown(code) ? errorText(code, parameters) : code,
      since: isoTime(new Date(since)),
      todo: null,
    })),
  );
}

/** A program of a newer version may record a code that this one does not know. */
const isKnown = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

function examineDisks(running: readonly Recorded[]): DoctorFinding {
  const judged = running.map((program) => ({
    program,
    ...judgeSpace(
      program.disk_free === null || program.disk_size === null
        ? null
        : { free: program.disk_free, total: program.disk_size },
    ),
  }));
  const short = judged.filter(({ level }) => level !== 'enough');
  return finding(
    {
      check: 'disks',
      title: 'Disks of the running programs',
      level: short.some(({ level }) => level === 'full') ? 'problem' : 'notice',
      todo: 'Make room, or give the program a larger DATA_DIR. It takes no work while its disk is full.',
    },
    short.length,
    short.map(({ program, text }) => itemOf(program, text)),
  );
}

function examineClocks(running: readonly Recorded[]): DoctorFinding {
  const wrong = running.filter(({ clock_ahead_ms: ahead }) => Math.abs(ahead) > CLOCK_NOTICE);
  return finding(
    {
      check: 'clocks',
      title: 'Clocks of the running programs against the database',
      level: wrong.some(({ clock_ahead_ms: ahead }) => Math.abs(ahead) > CLOCK_LIMIT) ? 'problem' : 'notice',
      todo: 'Have all machines set by NTP.',
    },
    wrong.length,
    wrong.map((program) => {
      const { clock_ahead_ms: ahead } = program;
      return itemOf(program, `${(Math.abs(ahead) / 1_000).toFixed(1)} s ${ahead > 0 ? 'ahead' : 'behind'}`);
    }),
  );
}

function examineVersions(running: readonly Recorded[]): DoctorFinding {
  const newest = Math.max(0, ...running.map(({ migration }) => migration));
  const older = running.filter(({ migration }) => migration < newest);
  return finding(
    {
      check: 'versions',
      title: 'Running programs of an older version',
      level: 'notice',
      todo: 'End the upgrade: restart them with the version of the others.',
    },
    older.length,
    older.map((program) => itemOf(program, `brings migration ${program.migration}, others ${newest}`)),
  );
}

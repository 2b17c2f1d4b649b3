import { isDated, type Plan, type PlanUpload } from '@switchboard/model/plan';
import { type DueDate, datesDue, nextDeadline } from '@switchboard/model/schedule/deadline';
import { sql } from 'kysely';
import type { Batch } from '../../graphql/loaders.ts';
import { readersOfKeys, usersOfKeys } from './queries-users.ts';

/** The next time at which an upload that depends on a key is due. */
export type NextAffected = {
  readonly upload: string;
  readonly project: string;
  /** Its deadline; of an upload without one the time at which its data is due. */
  readonly at: Date;
  readonly isDeadline: boolean;
  /** Null for a source without report dates. */
  readonly reportDate: string | null;
};

type Deadline = { readonly name: string; readonly time: string | null; readonly timezone: string | null };

const DAY_MS = 86_400_000;
/** Report dates of monthly schedules are a month apart. */
const AHEAD_MS = 40 * DAY_MS;
/** Deadlines that are tried until one has a report date. */
const DEADLINES = 40;

/** The published uploads that depend on a key, with what decides when they are due. */
export type DependentUploads = {
  readonly plan: Plan;
  readonly uploads: readonly { readonly upload: PlanUpload; readonly deadline: Deadline | undefined }[];
};

/** By key: the published uploads that use it, or read a download that does. */
export const dependentUploadsOfKeys: Batch<DependentUploads> = async (tx, accountId, keyIds) => {
  const users = await usersOfKeys(tx, accountId, keyIds);
  const readers = await readersOfKeys(tx, accountId, keyIds);
  const running = await sql<{ plan: Plan }>`
    select plan from changelist where account_id = ${accountId}::uuid and status = 'running'`.execute(tx);
  const plan = running.rows[0]?.plan;
  if (plan === undefined) return new Map();
  const { rows } = await sql<Deadline>`
    select name, deadline_time as time, deadline_timezone as timezone from upload_declaration
    where account_id = ${accountId}::uuid and status <> 'removed'`.execute(tx);
  const deadlines = new Map(rows.map((row) => [row.name, row]));
  const uploadsOf = (id: string) =>
    [...(users.get(id) ?? []), ...(readers.get(id) ?? [])].flatMap(({ kind, name }) => {
      const upload = kind === 'upload' ? plan.uploads.find((candidate) => candidate.name === name) : undefined;
      return upload === undefined ? [] : [{ upload, deadline: deadlines.get(name) }];
    });
  return new Map(keyIds.map((id) => [id, { plan, uploads: uploadsOf(id) }]));
};

/**
 * Returns the next due upload of these. Deadlines come before uploads without one. Suspended uploads count: the key is
 * to be fixed before they resume. Null when none is due.
 * @param now epoch milliseconds
 */
export function nextAffected({ plan, uploads }: DependentUploads, now: number): NextAffected | null {
  const [first] = uploads
    .flatMap(({ upload, deadline }) => nextDue(plan, upload, deadline, now) ?? [])
    .toSorted(
      (one, other) => Number(other.isDeadline) - Number(one.isDeadline) || one.at.getTime() - other.at.getTime(),
    );
  return first ?? null;
}

/** Returns when an upload is next due: by its deadline, else by the schedules of its sources. */
function nextDue(
  plan: Pick<Plan, 'sources'>,
  upload: PlanUpload,
  deadline: Omit<Deadline, 'name'> | undefined,
  now: number,
): NextAffected | null {
  const sources = plan.sources.filter(({ name }) => upload.sources.includes(name));
  const dated = sources.filter(isDated);
  const schedules = (dated.length > 0 ? dated : sources).map(({ schedule }) => schedule);
  const of = { upload: upload.name, project: upload.project };
  const dateOf = (due: DueDate): string | null => (dated.length > 0 ? due.reportDate : null);
  if (deadline?.time == null || deadline.timezone === null) {
    const [first] = datesDue(schedules, now, now + AHEAD_MS).toSorted((one, other) => one.dueAt - other.dueAt);
    return first === undefined
      ? null
      : { ...of, at: new Date(first.dueAt), isDeadline: false, reportDate: dateOf(first) };
  }
  const { time, timezone } = deadline;
  // What was due since the deadline before is to be delivered until the next one.
  let at = nextDeadline({ time, timezone }, now - DAY_MS);
  for (let tried = 0, from = at - DAY_MS; tried < DEADLINES; tried += 1) {
    const last = datesDue(schedules, from, at).at(-1);
    if (at > now && last !== undefined) return { ...of, at: new Date(at), isDeadline: true, reportDate: dateOf(last) };
    from = at;
    at = nextDeadline({ time, timezone }, at);
  }
  return null;
}

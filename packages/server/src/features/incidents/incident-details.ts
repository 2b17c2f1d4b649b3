import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { affectedUploads } from '../../pipeline/deadlines/affected-uploads.ts';
import type { Incident } from './group-failures.ts';
import { failingAttempts } from './queries.ts';

/** An upload that an incident breaks. */
export type IncidentUpload = {
  readonly name: string;
  /** The earliest deadline that it misses or will miss; null without one. */
  readonly deadline: Date | null;
};

/** Fields that are read only for a displayed incident. */
export type IncidentDetails = {
  /** The download or upload that failed last; null when it has ended meanwhile. */
  readonly latest_id: string | null;
  /** Message of the latest failure; null when it has none or has ended meanwhile. */
  readonly message: string | null;
  /** The uploads that are not delivered while it lasts, the earliest deadline first. */
  readonly affected: readonly IncidentUpload[];
  /** When the next of those that keep failing is tried again; null when none is scheduled. */
  readonly next_try: Date | null;
  /** Whether the key or declaration is suspended, so that nothing of it runs. */
  readonly is_suspended: boolean;
};

type Failure = {
  readonly place: number;
  readonly id: string;
  readonly message: string | null;
  readonly next_try: Date | null;
};

/** Failures of an incident whose uploads are read, the latest first. */
const MAX_FAILURES = 100;

/** The details of some incidents of one account, in their order. */
export async function incidentDetails(
  tx: Tx,
  accountId: string,
  incidents: readonly Incident[],
  since: Date,
): Promise<IncidentDetails[]> {
  const failures = await latestFailures(tx, accountId, incidents, since);
  const downloads = incidents.flatMap(({ transfer }, index) =>
    transfer === 'download' ? (failures.get(index) ?? []).map(({ id }) => id) : [],
  );
  const byDownload = await affectedUploads(tx, accountId, downloads);
  const missed = await missedDeadlines(
    tx,
    accountId,
    incidents.flatMap(({ transfer, names }) => (transfer === 'upload' ? names : [])),
  );
  const suspended = await suspendedSubjects(tx, accountId, incidents);
  return incidents.map(({ transfer, names }, index) => {
    const own = failures.get(index) ?? [];
    const affected =
      transfer === 'upload'
        ? names.map((name) => ({ name, deadline: missed.get(name) ?? null }))
        : own.flatMap(({ id }) => byDownload.get(id) ?? []);
    return {
      latest_id: own[0]?.id ?? null,
      message: own[0]?.message ?? null,
      affected: earliestOfEach(affected),
      is_suspended: suspended.has(index),
      next_try: earliest(own),
    };
  });
}

/** The latest failures of each incident, the latest first, by its place. */
async function latestFailures(
  tx: Tx,
  accountId: string,
  incidents: readonly Incident[],
  since: Date,
): Promise<ReadonlyMap<number, readonly Failure[]>> {
  const found: Failure[] = [];
  for (const transfer of ['download', 'upload'] as const) {
    const asked = incidents.flatMap((incident, place) =>
      incident.transfer === transfer ? [{ place, code: incident.code, names: incident.names }] : [],
    );
    if (asked.length === 0) continue;
    const named = sql.ref(transfer === 'download' ? 'd.source' : 'd.name');
    const { rows } = await sql<Failure>`
      with failing as materialized (${failingAttempts(accountId, transfer)})
      select i.place, f.id, f.message, f.next_try
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as i(place int, code text, names text[])
      cross join lateral (
        select either.* from (
          (select d.id, d.message, null::timestamptz as next_try, d.finished as at from ${sql.table(transfer)} d
            where d.account_id = ${accountId}::uuid and d.failure_code is not null and d.failure_code = i.code
              and ${named} = any(i.names) and d.finished >= ${since}::timestamptz
            order by d.finished desc limit ${sql.lit(MAX_FAILURES)})
          union all
          select a.id, a.message, a.next_try, a.latest from failing a where a.code = i.code and a.name = any(i.names)
        ) either
        order by either.at desc limit ${sql.lit(MAX_FAILURES)}
      ) f
      order by i.place, f.at desc
    `.execute(tx);
    found.push(...rows);
  }
  return Map.groupBy(found, ({ place }) => place);
}

/** When the next of these is tried again. */
function earliest(failures: readonly Failure[]): Date | null {
  const times = failures.flatMap(({ next_try: nextTry }) => (nextTry === null ? [] : [nextTry.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** By upload: the earliest of its deadlines that have passed without a delivery. */
async function missedDeadlines(
  tx: Tx,
  accountId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ name: string; deadline: Date }>`
    select l.upload_name as name, min(l.deadline) as deadline from late_upload l
    where l.account_id = ${accountId}::uuid and l.upload_name = any(${[...names]}::text[]) and l.delivered is null
    group by 1
  `.execute(tx);
  return new Map(rows.map(({ name, deadline }) => [name, deadline]));
}

const SUBJECT_TABLES = [
  ['key', 'key'],
  ['source', 'download_declaration'],
  ['upload', 'upload_declaration'],
] as const;

/** The places of the incidents whose key or declaration is suspended. */
async function suspendedSubjects(
  tx: Tx,
  accountId: string,
  incidents: readonly Incident[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const [kind, table] of SUBJECT_TABLES) {
    const subjects = incidents.flatMap((incident) => (incident.subject_kind === kind ? [incident.subject] : []));
    if (subjects.length === 0) continue;
    const { rows } = await sql<{ name: string }>`
      select s.name from ${sql.table(table)} s
      where s.account_id = ${accountId}::uuid and s.name = any(${subjects}::text[]) and s.status = 'suspended'
    `.execute(tx);
    const names = new Set(rows.map(({ name }) => name));
    for (const [place, { subject_kind: own, subject }] of incidents.entries()) {
      if (own === kind && names.has(subject)) found.add(place);
    }
  }
  return found;
}

const timeOf = ({ deadline }: IncidentUpload): number => deadline?.getTime() ?? Number.POSITIVE_INFINITY;

/** Each upload once, with its earliest deadline. */
function earliestOfEach(uploads: readonly IncidentUpload[]): IncidentUpload[] {
  const earliest = new Map<string, IncidentUpload>();
  for (const { name, deadline } of uploads) {
    const known = earliest.get(name);
    if (known === undefined || timeOf({ name, deadline }) < timeOf(known)) earliest.set(name, { name, deadline });
  }
  return [...earliest.values()].toSorted((a, b) => timeOf(a) - timeOf(b) || (a.name < b.name ? -1 : 1));
}

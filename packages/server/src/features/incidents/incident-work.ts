import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { findPage, place } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import type { Person } from '../../identity/session.ts';
import type { Incident } from './group-failures.ts';
import { PURPOSES, type Purpose } from './queries.ts';

/** Acts of people on incidents. */
export const INCIDENT_ACTS = [
  'acknowledged',
  'reopened',
  'assigned',
  'unassigned',
  'snoozed',
  'woken',
  'muted',
  'unmuted',
  'commented',
] as const;
export type IncidentAct = (typeof INCIDENT_ACTS)[number];

/** The state that the acts of people gave an incident. */
export type IncidentWork = {
  readonly acknowledged_on: Date | null;
  /** Names of people. */
  readonly acknowledged_by: string | null;
  readonly assigned_to: string | null;
  readonly assigned_to_id: string | null;
  /** Null once it has passed. */
  readonly snoozed_until: Date | null;
  /** Until when no notices of its cause are sent; null once it has passed. */
  readonly muted_until: Date | null;
};

export const NO_WORK: IncidentWork = {
  acknowledged_on: null,
  acknowledged_by: null,
  assigned_to: null,
  assigned_to_id: null,
  snoozed_until: null,
  muted_until: null,
};

type WorkRow = IncidentWork & { readonly incident_id: string; readonly purpose: Purpose; readonly updated: Date };

/**
 * The work on the incidents of an account, by their ids. It counts while one of the failures that people have seen is left, and while
 * nothing more important has failed. A cause that is muted stays so until the end.
 * @param now epoch milliseconds
 */
export async function readWork(
  tx: Tx,
  accountId: string,
  incidents: readonly Incident[],
  now: number,
): Promise<ReadonlyMap<string, IncidentWork>> {
  const { rows } = await sql<WorkRow>`
    select w.incident_id, w.purpose, w.updated, w.acknowledged_on, w.snoozed_until, w.muted_until, w.assigned_to as assigned_to_id,
      a.name as acknowledged_by, s.name as assigned_to
    from incident_work w
    left join person a on a.id = w.acknowledged_by
    left join person s on s.id = w.assigned_to
    where w.account_id = ${accountId}::uuid and w.incident_id = any(${incidents.map(({ id }) => id)}::uuid[])
  `.execute(tx);
  const known = new Map(rows.map((row) => [row.incident_id, row]));
  return new Map(
    incidents.flatMap((incident): [string, IncidentWork][] => {
      const row = known.get(incident.id);
      if (row === undefined) return [];
      const work = countsFor(row, incident) ? row : NO_WORK;
      const snoozed = stillTo(work.snoozed_until, now);
      return [[incident.id, { ...work, snoozed_until: snoozed, muted_until: stillTo(row.muted_until, now) }]];
    }),
  );
}

const stillTo = (end: Date | null, now: number): Date | null => (end !== null && end.getTime() > now ? end : null);

function countsFor({ purpose, updated }: WorkRow, incident: Incident): boolean {
  const began = Date.parse(`${incident.first_failure.slice(0, 10)}T${incident.first_failure.slice(11, 23)}Z`);
  return began <= updated.getTime() && PURPOSES.indexOf(incident.purpose) >= PURPOSES.indexOf(purpose);
}

export type WorkToRecord = {
  readonly act: IncidentAct;
  readonly personId: string;
  readonly assignedTo: string | null;
  readonly until: Date | null;
  readonly note: string | null;
};

/** Lets the acts on an incident follow each other: each begins with the state that the one before it left. */
export async function lockIncident(tx: Tx, accountId: string, incidentId: string): Promise<void> {
  const name = `incident ${accountId} ${incidentId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Records an act on an incident that is locked, with what follows from it.
 * @param work the work that counts so far
 */
export async function recordWork(
  tx: Tx,
  accountId: string,
  incident: Incident,
  work: IncidentWork,
  { act, personId, assignedTo, until, note }: WorkToRecord,
): Promise<void> {
  const isAcknowledged = act === 'acknowledged' || (act !== 'reopened' && work.acknowledged_on !== null);
  const isFirst = isAcknowledged && work.acknowledged_on === null;
  const assigned = act === 'assigned' ? assignedTo : act === 'unassigned' ? null : work.assigned_to_id;
  const snoozed = act === 'snoozed' ? until : act === 'woken' ? null : work.snoozed_until;
  const muted = act === 'muted' ? until : act === 'unmuted' ? null : work.muted_until;
  const kept = sql`incident_work`;
  await sql`
    insert into incident_work (account_id, incident_id, transfer, code, subject_kind, subject, purpose, acknowledged_on, acknowledged_by,
      assigned_to, snoozed_until, muted_until, updated)
    values (${accountId}, ${incident.id}, ${incident.transfer}, ${incident.code}, ${incident.subject_kind}, ${incident.subject},
      ${incident.purpose}, ${isAcknowledged ? sql`now()` : null}, ${isAcknowledged ? personId : null}, ${assigned}, ${snoozed}, ${muted},
      clock_timestamp())
    on conflict (account_id, incident_id) do update set purpose = excluded.purpose, updated = excluded.updated,
      acknowledged_on = ${isFirst ? sql`excluded.acknowledged_on` : isAcknowledged ? sql`${kept}.acknowledged_on` : null},
      acknowledged_by = ${isFirst ? sql`excluded.acknowledged_by` : isAcknowledged ? sql`${kept}.acknowledged_by` : null},
      assigned_to = excluded.assigned_to, snoozed_until = excluded.snoozed_until, muted_until = excluded.muted_until
  `.execute(tx);
  await sql`
    insert into incident_act (account_id, incident_id, person_id, act, assigned_to, until, note)
    values (${accountId}, ${incident.id}, ${personId}, ${act}, ${act === 'assigned' ? assignedTo : null},
      ${act === 'snoozed' || act === 'muted' ? until : null}, ${note})
  `.execute(tx);
}

export type ActRow = {
  readonly id: string;
  readonly created: Date;
  readonly person: string;
  readonly act: string;
  readonly assigned_to: string | null;
  readonly until: Date | null;
  readonly note: string | null;
};

/** Acts of an incident that are shown. */
const MAX_ACTS = 50;

/** The latest acts on an incident, the newest first. */
export async function readActs(tx: Tx, accountId: string, incidentId: string): Promise<readonly ActRow[]> {
  const { rows } = await sql<ActRow>`
    select a.id, a.created, p.name as person, a.act, s.name as assigned_to, a.until, a.note
    from incident_act a join person p on p.id = a.person_id left join person s on s.id = a.assigned_to
    where a.account_id = ${accountId}::uuid and a.incident_id = ${incidentId}::uuid
    order by a.id desc limit ${sql.lit(MAX_ACTS)}
  `.execute(tx);
  return rows;
}

export type NoticeRow = {
  readonly id: string;
  readonly type: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly change: string;
  readonly state: string;
  readonly sent: Date | null;
};

/** Notices of an incident that are shown. */
const MAX_NOTICES = 20;

/** The latest notices about the cause of an incident, the newest first. */
export async function readNotices(tx: Tx, accountId: string, incident: Incident): Promise<readonly NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.id, i.type, i.configuration, n.change, n.state, n.sent
    from failure_group g
    join notice n on n.account_id = g.account_id and n.group_id = g.id
    join integration_filter f on f.account_id = n.account_id and f.id = n.filter_id
    join integration i on i.account_id = f.account_id and i.id = f.integration_id
    where g.account_id = ${accountId}::uuid and g.transfer = ${incident.transfer} and g.code = ${incident.code}
      and g.subject_kind = ${incident.subject_kind} and g.subject = ${incident.subject}
    order by n.sequence desc limit ${sql.lit(MAX_NOTICES)}
  `.execute(tx);
  return rows;
}

const NAME: SortColumn = { name: 'name', type: 'text', nullable: false };
const membersOf = (accountId: string) =>
  sql`select m.person_id from membership m where m.account_id = ${accountId}::uuid`;

/** A page of the people of an account, by name. @param search part of the name or address; empty: all */
export async function listAssignees(
  tx: Tx,
  accountId: string,
  search: string,
  page: PageRequest,
): Promise<Placed<Person>[]> {
  const contains = (column: string) => sql`strpos(lower(${sql.ref(`d.${column}`)}), lower(${search})) > 0`;
  const found = search === '' ? [] : [sql`(${contains('name')} or ${contains('email')})`];
  const filter = { conditions: [sql`d.status = 'active'`, ...found], candidateIds: membersOf(accountId) };
  const query = { table: 'person', accountId: null, sort: NAME, direction: 'ASC', filter } as const;
  return place(await findPage(tx, query, page), async (ids) => {
    const { rows } = await sql<Person>`select id, name, email from person where id = any(${[...ids]}::uuid[])`.execute(
      tx,
    );
    return new Map(rows.map((row) => [row.id, row]));
  });
}

/** Whether a person can be given an incident of the account. */
export async function isAssignable(tx: Tx, accountId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from person p where p.id = ${personId}::uuid and p.status = 'active' and p.id in (${membersOf(accountId)})
  `.execute(tx);
  return rows.length > 0;
}

import { permissionsOf } from '@switchboard/model/permissions';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import type { Database, Tx } from '../../db/database.ts';
import { MAX_COUNT, type StateCount } from '../../graphql/lists/state-counts.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import type { Session } from '../../identity/session.ts';
import { runningPlan } from '../home/queries.ts';
import { accountsOf } from '../users/queries.ts';
import { groupFailures, type Incident } from './group-failures.ts';
import { type IncidentDetails, incidentDetails } from './incident-details.ts';
import { incidentRank } from './incident-order.ts';
import { type IncidentWork, NO_WORK, readWork } from './incident-work.ts';
import { blockedUnits, failureGroups, undeliveredUploads, type VisibleAccount, withFailures } from './queries.ts';

type AccountIncident = Incident & {
  readonly account: VisibleAccount;
  /** Sorts incidents, the worst last. */
  readonly rank: string;
  /** The acts of people on it. */
  readonly work: IncidentWork;
};

/** Details and counts of all incidents of the page are read at once, when the first is asked for. */
export type ShownIncident = AccountIncident & {
  readonly details: () => Promise<IncidentDetails>;
  /** Units that wait until the key or declaration is unsuspended. */
  readonly waiting: () => Promise<StateCount>;
};

/** Incidents by the work on them. Without it all that are not snoozed. */
export const WORK_FILTERS = ['mine', 'unacknowledged', 'snoozed'] as const;
export type WorkFilter = (typeof WORK_FILTERS)[number];

/** Days whose failures are grouped, and the most that can be. */
export const LOOKBACK = 30;
export const MAX_LOOKBACK = 92;
/** More accounts are opened only where something has failed, which leaves out what is still tried again. */
const OPENED_AT_MOST = 20;
/** Accounts that are read at a time. */
const AT_ONCE = 4;

type IncidentRequest = {
  readonly session: Pick<Session, 'person' | 'ssoAccountId'>;
  /** Url name of the only account; null: all accounts that the person may view. */
  readonly account: string | null;
  readonly lookbackDays: number;
  /** Null: all that are not snoozed. */
  readonly work: WorkFilter | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

/**
 * One page of the incidents of all accounts that a person may view, the worst first. Each account is read in a
 * transaction that sees it alone.
 */
export async function listIncidents(
  database: Database,
  request: IncidentRequest,
  page: PageRequest,
): Promise<Placed<ShownIncident>[]> {
  const since = new Date(request.now - request.lookbackDays * DAY_MS);
  const accounts = await viewableAccounts(database, request);
  const found: AccountIncident[] = [];
  for (let at = 0; at < accounts.length; at += AT_ONCE) {
    const read = await Promise.all(
      accounts.slice(at, at + AT_ONCE).map((account) => incidentsOf(database, account, since, request.now)),
    );
    found.push(...read.flat());
  }
  const shown = pageOf(found.filter(passes(request)), page);
  const incidents = shown.map(({ row }) => row);
  const details = once(() =>
    byAccount(database, incidents, (tx, accountId, rows) => incidentDetails(tx, accountId, rows, since)),
  );
  const waiting = once(() => byAccount(database, incidents, countWaiting));
  return shown.map(({ row, position }) => ({
    row: {
      ...row,
      details: async () => (await details()).get(row.id) ?? NO_DETAILS,
      waiting: async () => (await waiting()).get(row.id) ?? NONE,
    },
    position,
  }));
}

/** Reads when it is called first, and answers the same ever after. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => (found ??= read());
}

/** Reads data of incidents by their ids, each account in a transaction that sees it alone. */
async function byAccount<T>(
  database: Database,
  incidents: readonly AccountIncident[],
  read: (tx: Tx, accountId: string, incidents: readonly AccountIncident[]) => Promise<readonly T[]>,
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  for (const [id, rows] of Map.groupBy(incidents, ({ account }) => account.id)) {
    const values = await database.withAccount(id, (tx) => read(tx, id, rows));
    for (const [index, value] of values.entries()) found.set(rows[index]?.id ?? '', value);
  }
  return found;
}

/** How many units wait for each of these incidents. */
async function countWaiting(tx: Tx, accountId: string, incidents: readonly Incident[]): Promise<StateCount[]> {
  const blockers = incidents.map(({ subject_kind: kind, subject: name }) => ({ kind, name }));
  const counts = await blockedUnits(tx, accountId, blockers);
  return counts.map((count) => ({ count: Math.min(count, MAX_COUNT), has_more: count > MAX_COUNT }));
}

const NONE: StateCount = { count: 0, has_more: false };
const NO_DETAILS: IncidentDetails = {
  latest_id: null,
  message: null,
  affected: [],
  is_suspended: false,
  next_try: null,
};

async function viewableAccounts(database: Database, request: IncidentRequest): Promise<VisibleAccount[]> {
  return database.withIdentity(async (tx) => {
    const accounts = await accountsOf(tx, request.session);
    const viewable = accounts.filter(
      ({ url_name, roles, definedRoles }) =>
        (request.account === null || url_name === request.account) &&
        permissionsOf(roles, [], definedRoles).includes('view'),
    );
    // An account is opened whatever it has, unless there are many.
    return viewable.length <= OPENED_AT_MOST ? viewable : withFailures(tx, viewable);
  });
}

function passes({ work, session }: Pick<IncidentRequest, 'work' | 'session'>): (incident: AccountIncident) => boolean {
  return ({ work: done }) => {
    if (work === 'snoozed') return done.snoozed_until !== null;
    if (done.snoozed_until !== null) return false;
    if (work === 'mine') return done.assigned_to_id === session.person.id;
    return work === null || done.acknowledged_on === null;
  };
}

/** The incident of an account with this id, with the work on it; null when there is none. */
export async function findIncident(
  tx: Tx,
  accountId: string,
  id: string,
  now: number,
): Promise<{ readonly incident: Incident; readonly work: IncidentWork } | null> {
  // As lists show it; what failed before that may have been more important.
  for (const days of [LOOKBACK, MAX_LOOKBACK]) {
    const groups = await failureGroups(tx, accountId, new Date(now - days * DAY_MS));
    const incident = groupFailures(accountId, groups).find((each) => each.id === id);
    if (incident !== undefined)
      return { incident, work: (await readWork(tx, accountId, [incident], now)).get(id) ?? NO_WORK };
  }
  return null;
}

async function incidentsOf(
  database: Database,
  account: VisibleAccount,
  since: Date,
  now: number,
): Promise<AccountIncident[]> {
  return database.withAccount(account.id, async (tx) => {
    const incidents = groupFailures(account.id, await failureGroups(tx, account.id, since));
    if (incidents.length === 0) return [];
    const script = await runningPlan(tx, account.id);
    const facts = { plan: script?.plan ?? null, late: await undeliveredUploads(tx, account.id, since) };
    const work = await readWork(tx, account.id, incidents, now);
    return incidents.map((incident) => ({
      ...incident,
      account,
      rank: incidentRank(incident, facts),
      work: work.get(incident.id) ?? NO_WORK,
    }));
  });
}

/** The rows of a page in walking order, one more than its size when the list goes on. */
function pageOf(
  incidents: readonly AccountIncident[],
  { backward, from, size }: PageRequest,
): Placed<AccountIncident>[] {
  const placed = incidents.map((row) => ({ row, position: { value: row.rank, id: row.id } }));
  const sorted = placed.toSorted((one, other) => (keyOf(one.position) < keyOf(other.position) ? 1 : -1));
  if (backward) sorted.reverse();
  const start = from === null ? '' : keyOf(from);
  const rest = sorted.filter(
    ({ position }) => from === null || (backward ? keyOf(position) > start : keyOf(position) < start),
  );
  return rest.slice(0, size + 1);
}

const keyOf = ({ value, id }: { readonly value: string | null; readonly id: string }): string => `${value ?? ''} ${id}`;

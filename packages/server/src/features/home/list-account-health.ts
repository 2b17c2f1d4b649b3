import { permissionsOf } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import type { Session } from '../../identity/session.ts';
import { accountsOf } from '../users/queries.ts';

/** Milliseconds after which a stored health does not count any more: it is determined every ten minutes. */
const CURRENT_FOR = 20 * 60_000;

/** The levels of accounts, the worst first. `Unknown`: the health could not be determined lately. */
export const ACCOUNT_LEVELS = ['Error', 'Unknown', 'Issue', 'Notice', 'Working', 'Unpublished'] as const;
export type AccountLevel = (typeof ACCOUNT_LEVELS)[number];

type StoredHealth = {
  /** When it was determined. */
  readonly computed: Date;
  readonly errors: number;
  readonly issues: number;
  readonly notices: number;
  readonly working: number;
  readonly suspended: number;
  readonly late: number;
  readonly newest_error_at: Date | null;
  readonly newest_error_name: string | null;
  readonly newest_error: string | null;
};
type HealthRow = StoredHealth & { readonly account_id: string; readonly published: boolean };

/** An account of a person, with its health as it was determined last; `computed` is null when it never was. */
export type AccountHealth = Omit<StoredHealth, 'computed'> & {
  readonly id: string;
  readonly url_name: string;
  readonly name: string;
  readonly level: AccountLevel;
  readonly computed: Date | null;
};

const NO_HEALTH: Omit<AccountHealth, 'id' | 'url_name' | 'name' | 'level'> = {
  computed: null,
  errors: 0,
  issues: 0,
  notices: 0,
  working: 0,
  suspended: 0,
  late: 0,
  newest_error_at: null,
  newest_error_name: null,
  newest_error: null,
};

/**
 * One page of the accounts that a person may view, the worst first. The time grows with the accounts, not with what they hold:
 * one stored row is read for each.
 * @param now epoch milliseconds
 */
export async function listAccountHealth(
  database: Database,
  { session, now }: { readonly session: Pick<Session, 'person' | 'ssoAccountId'>; readonly now: number },
  page: PageRequest,
): Promise<Placed<AccountHealth>[]> {
  const found = await database.withIdentity(async (tx) => {
    const accounts = (await accountsOf(tx, session)).filter(({ roles, definedRoles }) =>
      permissionsOf(roles, [], definedRoles).includes('view'),
    );
    const { rows } = await sql<HealthRow>`
      select * from health_of_accounts(${accounts.map(({ id }) => id)}::uuid[])
    `.execute(tx);
    const healthOf = new Map(rows.map((row) => [row.account_id, row]));
    return accounts.map(({ id, url_name, name }): AccountHealth => {
      const health = healthOf.get(id);
      return { ...NO_HEALTH, ...health, id, url_name, name, level: levelOf(health, now) };
    });
  });
  return pageOf(found, page);
}

/** An account with errors has them even when the rest is out of date. */
function levelOf(health: HealthRow | undefined, now: number): AccountLevel {
  if (health === undefined) return 'Unknown';
  if (health.errors > 0) return 'Error';
  if (now - health.computed.getTime() > CURRENT_FOR) return 'Unknown';
  if (!health.published) return 'Unpublished';
  if (health.issues > 0) return 'Issue';
  return health.notices > 0 ? 'Notice' : 'Working';
}

/** A text that sorts accounts: by level, then by how much of each level they have if that is known, then by name. */
function sortText({ level, name, errors, issues, notices, late }: AccountHealth): string {
  const counts = level === 'Unknown' ? [0, 0, 0, 0] : [errors, issues, notices, late];
  const fewest = counts.map((count) => String(999_999_999 - count).padStart(9, '0'));
  return [ACCOUNT_LEVELS.indexOf(level), ...fewest, name].join(' ');
}

/** The rows of a page in walking order, one more than its size when the list goes on. */
function pageOf(rows: readonly AccountHealth[], { backward, from, size }: PageRequest): Placed<AccountHealth>[] {
  const keyOf = ({ value, id }: { readonly value: string | null; readonly id: string }) => `${value ?? ''} ${id}`;
  const placed = rows
    .map((row) => ({ row, position: { value: sortText(row), id: row.id } }))
    .toSorted((one, other) => (keyOf(one.position) < keyOf(other.position) ? -1 : 1));
  if (backward) placed.reverse();
  const start = from === null ? '' : keyOf(from);
  return placed
    .filter(({ position }) => from === null || (backward ? keyOf(position) < start : keyOf(position) > start))
    .slice(0, size + 1);
}

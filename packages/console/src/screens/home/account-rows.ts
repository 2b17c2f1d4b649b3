import { HEALTH_LEVELS, type HealthLevel } from '@switchboard/model/status/health';
import type { AccountHealthRowFragment } from '../../api/generated/graphql.ts';

export type AccountRow = AccountHealthRowFragment;

const LEVEL_NAMES: readonly string[] = HEALTH_LEVELS;

/** Whether an account is shown from this level on. One whose health is not known always is: it may be the worst. */
const isOf = ({ level }: AccountRow, least: HealthLevel): boolean =>
  level === 'Unknown' || LEVEL_NAMES.indexOf(level) >= LEVEL_NAMES.indexOf(least) || least === 'Working';

/** The accounts whose name or url name holds the words. */
export function searchAccounts(rows: readonly AccountRow[], search: string): AccountRow[] {
  const wanted = search.trim().toLowerCase();
  return rows.filter(({ name, urlName }) => `${name} ${urlName}`.toLowerCase().includes(wanted));
}

/** The accounts of a level and of the more serious ones. */
export const accountsFrom = (rows: readonly AccountRow[], least: HealthLevel): AccountRow[] =>
  rows.filter((row) => isOf(row, least));

/** How many accounts each level has, by its rank. */
export const countAccounts = (rows: readonly AccountRow[]): readonly number[] =>
  HEALTH_LEVELS.map((level) => rows.filter((row) => row.level === level).length);

/** The address of the account's own Home with the same levels. */
export function accountHomePath({ urlName }: Pick<AccountRow, 'urlName'>, status: HealthLevel): string {
  return `/app/${urlName}/homepage${status === 'Working' ? '' : `?status=${status}`}`;
}

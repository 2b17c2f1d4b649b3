import { bound } from './bound.ts';

/** The smallest integer has no negative: DuckDB fails where a result would be that. */
export function withNegative(value: string): string {
  return `nullif(${value}, CAST(-9223372036854775808 AS BIGINT))`;
}

/** Whether SQL is a column, which may be written twice. */
export function isColumn(sql: string): boolean {
  return /^"[^"]*"\."[^"]*"$/.test(sql);
}

/**
 * SQL of a divisor of integers: null for 0. Any rest by -1 is 0, as it is by 1; DuckDB fails on the smallest integer there.
 * @param constant its digits, if it is a constant
 */
export function wholeDivisor(divisor: string, constant: string | null): string {
  if (constant !== null) return constant === '-1' ? 'CAST(1 AS BIGINT)' : `NULLIF(${divisor}, 0)`;
  const safe = (d: string): string => `CASE ${d} WHEN -1 THEN 1 WHEN 0 THEN NULL ELSE ${d} END`;
  return isColumn(divisor) ? safe(divisor) : bound(divisor, 'd', safe('d'));
}

import type { CheckedDates } from '../../typed/typed.ts';
import { runError } from './conversions/run-error.ts';
import { expression } from './expressions.ts';
import { name } from './literals.ts';

/** Steps as numbers of days, or of months. */
const STEPS: Readonly<Record<CheckedDates['step'], { readonly unit: 'day' | 'month'; readonly count: number }>> = {
  day: { unit: 'day', count: 1 },
  week: { unit: 'day', count: 7 },
  month: { unit: 'month', count: 1 },
  quarter: { unit: 'month', count: 3 },
  year: { unit: 'month', count: 12 },
};

/**
 * Each date is counted from the first one, so that months from the 31st keep the end of each month. Months are counted by their
 * starts, so the last date may be too late and is left out. That condition is never null: DuckDB would drop the query instead of
 * reporting the bound.
 */
export function dates({ first, last, step, limit }: CheckedDates): string {
  const { unit, count } = STEPS[step];
  const [start, end, date] = [expression(first), expression(last), name('date')];
  const steps = `(CAST(floor(date_diff('${unit}', ${start}, ${end}) / ${count}) AS BIGINT) + 1)`;
  const bounds = `concat(coalesce(CAST(${start} AS VARCHAR), 'null'), ' to ', coalesce(CAST(${end} AS VARCHAR), 'null'))`;
  const checked = `CASE WHEN ${steps} <= ${limit} THEN greatest(${steps}, 0) ELSE ${runError('dates', String(limit), bounds)} END`;
  const distance = `CAST(i * ${count} AS INTEGER)`;
  const each = unit === 'day' ? `(${start} + ${distance})` : `CAST((${start} + to_months(${distance})) AS DATE)`;
  return `SELECT "dates".${date} AS ${date}
FROM (SELECT unnest(list_transform(range(0, ${checked}), lambda i: ${each})) AS ${date}) AS "dates"
WHERE ("dates".${date} <= coalesce(${end}, CAST('9999-12-31' AS DATE)))`;
}

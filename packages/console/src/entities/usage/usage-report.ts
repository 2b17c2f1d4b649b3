import type { RowsReportQuery } from '../../api/generated/graphql.ts';
import type { ChartBar, ChartSeries } from '../../ui/charts/chart-data.ts';

export type UsageReport = NonNullable<RowsReportQuery['downloadRowsReport']>;
type UsageRow = UsageReport['rows'][number];

/** Months of a usage chart: 13 whole ones and the current one. */
export const CHART_MONTHS = 14;

/** Processes that rows of a usage chart are downloaded for. */
export const PROCESSES: readonly ChartSeries[] = [
  { name: 'production', label: 'Production' },
  { name: 'backfill', label: 'Backfill' },
  { name: 'proof', label: 'Test' },
];

export const OVER_CONTRACT = 'You’ve surpassed the contracted rows for this month';
export const NEAR_CONTRACT = 'You’re about to go over the contracted rows for this month';

type Month = { readonly year: number; readonly month: number };

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** The months of a chart, the oldest first. @param today yyyy-MM-dd, in UTC */
function chartMonths(today: string): readonly Month[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return Array.from({ length: CHART_MONTHS }, (_, index) => {
    const date = new Date(Date.UTC(year, month - 1 - (CHART_MONTHS - 1 - index), 1));
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
  });
}

/** Rows of the current month that the contract counts: those of tests do not. */
export function contractRows({ productionRowCount, backfillRowCount }: UsageReport): number {
  return productionRowCount + backfillRowCount;
}

/** Whether the month is over the contract, or is expected to be; null when neither, or without a contract. */
export function contractState(report: UsageReport): 'over' | 'near' | null {
  const { contracted, forecast } = report;
  if (contracted === null) return null;
  const actual = contractRows(report);
  if (actual > contracted) return 'over';
  return actual + forecast > contracted ? 'near' : null;
}

/**
 * The bars of a usage chart, one for each month.
 * @param seriesOf the series that a row belongs to
 * @param forecast what the current month is still expected to bring, by series
 */
export function usageBars(
  rows: readonly UsageRow[],
  seriesOf: (row: UsageRow) => string | null,
  today: string,
  forecast: Readonly<Record<string, number>> | null,
): readonly ChartBar[] {
  const byMonth = Map.groupBy(rows, ({ year, month }) => `${year}-${month}`);
  const months = chartMonths(today);
  return months.map(({ year, month }, index) => {
    const name = MONTH_NAME.format(Date.UTC(year, month - 1, 1));
    const values: Record<string, number> = {};
    for (const row of byMonth.get(`${year}-${month}`) ?? []) {
      const series = seriesOf(row);
      if (series !== null) values[series] = (values[series] ?? 0) + row.totalRowCount;
    }
    return {
      label: `${name} ${year}`,
      tick: month === 1 ? String(year) : name,
      values,
      ...(forecast !== null && index === months.length - 1 ? { forecast } : {}),
    };
  });
}

/** The projects of a report as series, those with the most rows first. */
export function projectSeries(rows: readonly UsageRow[]): readonly ChartSeries[] {
  const totals = new Map<string, number>();
  for (const { project, totalRowCount } of rows)
    if (project !== null) totals.set(project, (totals.get(project) ?? 0) + totalRowCount);
  return [...totals]
    .sort(([one, oneRows], [other, otherRows]) => otherRows - oneRows || one.localeCompare(other))
    .map(([name]) => ({ name, label: name }));
}

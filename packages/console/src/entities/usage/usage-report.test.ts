import { expect, it } from 'vitest';
import { buildUsageReport } from '../../../test/build-usage.ts';
import { contractState, projectSeries, usageBars } from './usage-report.ts';

const row = (year: number, month: number, rows: number, project: string | null = null, purpose = 'production') => ({
  project,
  purpose,
  year,
  month,
  totalRowCount: rows,
  totalByteCount: rows,
});

it('a usage chart has 14 bars: 13 whole months and the current one', {
  tags: ['spec:usage-months', 'spec:usage-limits'],
}, () => {
  const bars = usageBars(
    [row(2025, 10, 5), row(2026, 11, 7), row(2025, 9, 9)],
    ({ purpose }) => purpose,
    '2026-11-20',
    {
      production: 3,
    },
  );
  expect(bars).toHaveLength(14);
  expect(bars[0]).toEqual({ label: 'Oct 2025', tick: 'Oct', values: { production: 5 } });
  expect(bars[3]).toEqual({ label: 'Jan 2026', tick: '2026', values: {} });
  expect(bars.at(-1)).toEqual({
    label: 'Nov 2026',
    tick: 'Nov',
    values: { production: 7 },
    forecast: { production: 3 },
  });
});

it('adds rows of the same month and series, and leaves others out', () => {
  const rows = [row(2026, 11, 1, 'ads'), row(2026, 11, 2, 'ads', 'proof'), row(2026, 11, 4)];
  expect(usageBars(rows, ({ project }) => project, '2026-11-01', null).at(-1)).toEqual({
    label: 'Nov 2026',
    tick: 'Nov',
    values: { ads: 3 },
  });
});

it('orders projects by their rows', () => {
  const rows = [row(2026, 10, 1, 'a'), row(2026, 11, 5, 'b'), row(2026, 11, 2, 'a'), row(2026, 11, 5, 'c')];
  expect(projectSeries(rows).map(({ name }) => name)).toEqual(['b', 'c', 'a']);
});

it.each([
  [{ contracted: null, productionRowCount: 500 }, null],
  [{ contracted: 100, productionRowCount: 60, backfillRowCount: 40, forecast: 0 }, null],
  [{ contracted: 100, productionRowCount: 60, backfillRowCount: 40, forecast: 1 }, 'near'],
  [{ contracted: 100, productionRowCount: 61, backfillRowCount: 40, forecast: 0 }, 'over'],
  [{ contracted: 100, productionRowCount: 10, testRowCount: 500, forecast: 90 }, null],
  [{ contracted: 0, productionRowCount: 0, forecast: 0 }, null],
  [{ contracted: 0, productionRowCount: 1, forecast: 0 }, 'over'],
] as const)('compares the month with the contract: %j', (patch, expected) => {
  expect(contractState(buildUsageReport({ backfillRowCount: 0, testRowCount: 0, forecast: 0, ...patch }))).toBe(
    expected,
  );
});

import { expect, test } from 'vitest';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { PLACES, seededRandom, simulateDays } from '../../../testing/simulate-days.ts';

const { database } = useDatabase();
const DAYS = 400;

/** The value below which this share of the numbers lies. */
function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

test('summaries and late uploads come exactly when they must for 400 days, and forecasts are near the best possible', {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(2026);
  const outages = Array.from({ length: 25 }, (_each, index) => ({
    day: 12 + index * 15,
    hours: 1 + random() ** 3 * 100,
  }));
  const { results, errors, idealErrors } = await simulateDays({
    database,
    first: '2026-02-20',
    days: DAYS,
    random,
    outages,
  });
  const count = (each: (result: (typeof results)[number]) => number): number =>
    results.reduce((sum, result) => sum + each(result), 0);
  const shown = (numbers: readonly number[]): string =>
    [0.5, 0.9].map((share) => `${quantile(numbers, share).toFixed(1)} min`).join(', 90 %: ');
  process.stdout.write(
    [
      `${DAYS} days, ${results.length} timezones, ${outages.length} outages`,
      `summaries: ${count(({ mails }) => mails.length)}, expected ${count(({ expectedMails }) => expectedMails.length)}`,
      `late report dates: ${count(({ late }) => late.length)}, expected ${count(({ expectedLate }) => expectedLate.length)}`,
      `forecast error of ${errors.length} report dates, 50 %: ${shown(errors)}`,
      `error of a forecast that knows the true median, 50 %: ${shown(idealErrors)}`,
      '',
    ].join('\n'),
  );
  for (const { timezone, mails, expectedMails, late, expectedLate } of results) {
    expect([timezone, mails]).toEqual([timezone, expectedMails]);
    expect([timezone, late]).toEqual([timezone, expectedLate]);
  }
  expect(errors.length).toBeGreaterThan(PLACES.length * DAYS * 0.9);
  expect(quantile(errors, 0.5)).toBeLessThan(quantile(idealErrors, 0.5) * 1.15);
});

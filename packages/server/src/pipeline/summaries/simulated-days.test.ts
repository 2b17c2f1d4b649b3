import { expect, test } from 'vitest';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { seededRandom, simulateDays } from '../../../testing/simulate-days.ts';

const { database } = useDatabase();

test('summaries and late uploads come exactly when they must, in twelve timezones, through a clock change and outages', {
  tags: 'proof:summary-simulated',
  timeout: 120_000,
}, async () => {
  // Clocks change in Europe on the 29th, in Lord Howe, Auckland, Chatham and Santiago on 4 and 5 April.
  const { results } = await simulateDays({
    database,
    first: '2026-03-27',
    days: 11,
    random: seededRandom(7),
    outages: [
      { day: 3, hours: 7 },
      { day: 6, hours: 60 },
    ],
  });
  for (const { timezone, mails, expectedMails, late, expectedLate } of results) {
    expect([timezone, mails]).toEqual([timezone, expectedMails]);
    expect([timezone, late]).toEqual([timezone, expectedLate]);
  }
  expect(results.flatMap(({ late }) => late)).not.toEqual([]);
});

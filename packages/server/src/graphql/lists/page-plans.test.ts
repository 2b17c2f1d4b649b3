import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { choosePlans, DECISIONS } from './page-plans.ts';
import type { ListFilter, ListQuery } from './page-queries.ts';

const matches = sql`true`;
const FINDABLE = { matches, findHits: () => Promise.reject(new Error('not read')) };
const VALUES = { column: 'source', type: 'text', values: ['a'], sortedBy: ['report_date'] } as const;
const daysOf = (count: number) =>
  ({
    ...VALUES,
    column: 'finished_day',
    type: 'date',
    values: Array.from({ length: count }, () => '2026-11-20'),
  }) as const;

const queryOf = (filter: Partial<ListFilter>, sortedBy = 'report_date'): ListQuery => ({
  table: 'download',
  accountId: 'a',
  filter: { conditions: [], ...filter },
  sort: { name: sortedBy, type: 'date', nullable: true },
  direction: 'DESC',
});

it.each<[string, ListQuery, string]>([
  ['candidate ids', queryOf({ candidateIds: matches, search: FINDABLE, valueScan: VALUES }), 'sorted candidates'],
  ['a search', queryOf({ search: FINDABLE, valueScan: VALUES }), 'sample scan, estimated head scan, search index scan'],
  ['a search for two characters', queryOf({ search: { matches, findHits: null } }), 'head scan, long head scan'],
  ['values', queryOf({ valueScan: VALUES, rangeScan: { column: 'finished' } }), 'merged value scans'],
  ['values in another order', queryOf({ valueScan: VALUES }, 'started'), 'head scan, sorted value scans'],
  ['nothing', queryOf({}), 'index scan'],
  ['a range of the sort column', queryOf({ rangeScan: { column: 'report_date', days: daysOf(3) } }), 'index scan'],
  ['a range without a day', queryOf({ rangeScan: { column: 'finished', days: daysOf(0) } }), 'merged day scans'],
  ['a range of 100 days', queryOf({ rangeScan: { column: 'finished', days: daysOf(100) } }), 'merged day scans'],
  [
    'a range of 101 days',
    queryOf({ rangeScan: { column: 'finished', days: daysOf(101) } }),
    'head scan, merged day scans',
  ],
  ['a range', queryOf({ rangeScan: { column: 'finished' } }), 'head scan, sorted range scan'],
  [
    'days in another order',
    queryOf({ rangeScan: { column: 'finished', days: daysOf(3) } }, 'started'),
    'head scan, sorted range scan',
  ],
])('a list filtered by %s is found by its plans', (_name, query, plans) => {
  expect(choosePlans(query).join(', ')).toBe(plans);
});

it('the last decision applies to every filter', () => {
  expect(DECISIONS.at(-1)?.applies(queryOf({}).filter, queryOf({}).sort)).toBe(true);
});

it('the design page shows the decisions', async () => {
  const page = await readFile(new URL('../../../../../docs/design/lists.md', import.meta.url), 'utf8');
  const rows = DECISIONS.map(({ filter, plans }) => `| ${filter} | ${plans.join(', ')} |`);
  expect(page).toContain(rows.join('\n'));
});

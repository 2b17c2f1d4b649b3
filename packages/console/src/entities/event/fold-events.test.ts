import { expect, it } from 'vitest';
import { buildEvent } from '../../../test/build-rows.ts';
import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { foldEvents, repeatText } from './fold-events.ts';

const refused = (id: string, patch: Partial<EventRowFragment> = {}) =>
  buildEvent({ id, message: 'orders: HTTP 503.', severity: 'warn', ...patch });
const shape = (events: readonly EventRowFragment[], hasMore = false) =>
  foldEvents(events, hasMore).map((row) => [row.id, repeatText(row)]);

it('folds equal events in succession, and no others', () => {
  const events = [
    refused('5'),
    refused('4'),
    refused('3', { message: 'orders: HTTP 500.' }),
    refused('2'),
    refused('1'),
  ];
  expect(shape(events)).toEqual([
    ['4', '×2'],
    ['3', null],
    ['1', '×2'],
  ]);
});

it.each([
  ['another severity', { severity: 'error' }],
  ['another declaration', { download_declaration: 'clicks' }],
  ['another outlook', { will_retry: false }],
  ['a comment', { comment: 'Known.' }],
])('keeps events apart for %s', (_, patch) => {
  expect(shape([refused('2'), refused('1', patch)])).toHaveLength(2);
});

it('keeps the id of a row when an equal event arrives, and shows the newest', () => {
  const one = refused('1');
  const [row] = foldEvents([refused('2', { created: '2026-11-21T06:00:00Z' }), one], false);
  expect([row?.id, row?.created]).toEqual(['1', '2026-11-21T06:00:00Z']);
  expect(foldEvents([one], false)[0]?.id).toBe('1');
});

it('returns the same rows for the same events', () => {
  const events = [refused('2'), refused('1')];
  expect(foldEvents([...events], false)[0]).toBe(foldEvents(events, false)[0]);
});

it('says that the last row may go on with the next page', () => {
  const events = [buildEvent({ id: '3' }), refused('2'), refused('1')];
  expect(shape(events, true).at(-1)).toEqual(['1', '×2+']);
});

it('folds at most 200 events', () => {
  const events = Array.from({ length: 250 }, (_, index) => refused(String(index)));
  expect(shape(events).map(([, text]) => text)).toEqual(['×200', '×50']);
});

import { addDays } from '@switchboard/model/schedule/schedule';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildEvent, buildEvents, buildFilterOptions } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { utcToday } from '../../lib/dates.ts';

const state = (count: number) => ({ __typename: 'StateCount', count, has_more: false });
const TODAY = utcToday(new Date());
const DAYS = Array.from({ length: 31 }, (_, index) => addDays(TODAY, index - 30));
const BARS = DAYS.map((day, index) => ({
  __typename: 'EventBar',
  start: day,
  end: day,
  errors: state(index === 30 ? 2 : 0),
  warnings: state(0),
  info: state(index),
}));
const refused = (id: string, minute: number) =>
  buildEvent({
    id,
    created: `2026-11-21T05:0${minute}:00Z`,
    severity: 'warn',
    message: 'orders: HTTP 503.',
    download_declaration: 'orders',
    download: { id: 'd1' },
  });
const EVENTS = [refused('e3', 3), refused('e2', 2), refused('e1', 1), buildEvent({ id: 'e0', message: 'Started.' })];
const ANSWERS: Answers = {
  Events: ({ around }) =>
    around === undefined || around === null ? buildEvents(...EVENTS) : buildEvents(...EVENTS.slice(0, 2)),
  EventCounts: () => ({
    event_counts: { __typename: 'EventCounts', errors: state(2), warnings: state(3), info: state(40) },
  }),
  EventHistogram: () => ({ event_histogram: { __typename: 'EventHistogram', bars: BARS } }),
  FilterOptions: () => buildFilterOptions(),
};

describe('equal events in succession', () => {
  it('equal events in succession are one row with their number, which shows the single ones', async () => {
    const page = renderPage({ path: 'events', answers: ANSWERS });
    await screen.findByText('×3');
    expect(screen.getAllByText('HTTP 503.')).toHaveLength(1);
    const [expand] = screen.getAllByRole('button', { name: /^Expand / });
    if (expand === undefined) throw new Error('No row can be expanded.');
    await page.user.click(expand);
    const table = await screen.findByRole('table', { name: '3 equal events' });
    await page.user.click(within(table).getByRole('button', { name: 'Show the event of 2026-11-21T05:02:00Z' }));
    await screen.findByRole('dialog', { name: 'Event message' });
    expect(page.path()).toBe('events?eventId=e2');
  });

  it('open their newest', async () => {
    const page = renderPage({ path: 'events', answers: ANSWERS });
    await page.user.click(await screen.findByText('HTTP 503.'));
    expect(page.path()).toBe('events?eventId=e3');
  });
});

it('counts the events by severity, and filters by it', async () => {
  const page = renderPage({ path: 'events', answers: ANSWERS });
  const strip = await screen.findByRole('group', { name: 'Events by severity' });
  await page.user.click(await within(strip).findByRole('button', { name: '3 warnings' }));
  expect(page.path()).toBe('events?severity=warnings');
});

describe('the events by day', () => {
  const bars = () => screen.findByRole('listbox', { name: /^Events by day/ });
  const lastBar = async () => {
    const options = await within(await bars()).findAllByRole('option');
    const last = options.at(-1);
    if (last === undefined) throw new Error('There are no bars.');
    return last;
  };

  it('the events by day are described in words', async () => {
    renderPage({ path: 'events', answers: ANSWERS });
    expect((await lastBar()).getAttribute('aria-label')).toMatch(/: 2 errors, 30 other events$/);
  });

  it('filter the list by a range of days, by keyboard', async () => {
    const page = renderPage({ path: 'events', answers: ANSWERS });
    (await lastBar()).focus();
    await page.user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Enter}');
    await waitFor(() =>
      expect(page.path()).toBe(`events?createDatetimeStart=${addDays(TODAY, -2)}&createDatetimeEnd=${TODAY}`),
    );
    const selected = within(await bars()).getAllByRole('option', { selected: true });
    expect(selected).toHaveLength(3);
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(page.path()).toBe('events'));
  });

  it('keep their days while the list shows some of them, and show older ones when the list does', async () => {
    const page = renderPage({
      path: 'events?createDatetimeStart=2026-01-01&createDatetimeEnd=2026-03-01',
      answers: ANSWERS,
    });
    await bars();
    await waitFor(() =>
      expect(page.sent('EventHistogram')[0]).toMatchObject({
        created_after: '2026-01-01',
        created_before: '2026-03-01',
      }),
    );
  });
});

describe('an event in context', () => {
  it('an event in context has what happened to its object before and after it', async () => {
    const page = renderPage({ path: 'events?eventId=e3', answers: ANSWERS });
    const section = within(await screen.findByRole('region', { name: 'In context' }));
    await section.findByText('This event');
    await page.user.click(section.getByText('1 min before'));
    expect(page.path()).toBe('events?eventId=e2');
    await screen.findByRole('dialog', { name: 'Event message' });
  });

  it('an event in context is shown in the list without the other filters', async () => {
    const page = renderPage({ path: 'events?eventId=e3&severity=errors&search=503', answers: ANSWERS });
    const section = within(await screen.findByRole('region', { name: 'In context' }));
    await page.user.click(section.getByRole('button', { name: 'Show in the list' }));
    expect(page.path()).toBe('events?eventId=e3&around=e3');
    await waitFor(() =>
      expect(page.requests).toContainEqual({
        operation: 'Events',
        variables: expect.objectContaining({ first: 50, around: 'e3', severities: null, search: null }) as unknown,
      }),
    );
  });
});

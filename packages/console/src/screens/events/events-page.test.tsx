import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildAnswer,
  buildDownload,
  buildEvent,
  buildEvents,
  buildFilterOptions,
  buildUploads,
} from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import { hasUnsavedChanges } from '../../lib/unsaved-changes.ts';

const failed = buildEvent({
  id: 'e1',
  severity: 'error',
  message: 'Download orders failed: HTTP 503.',
  download: { id: 'd1' },
  download_declaration: 'orders',
  will_retry: true,
  retry_count: 2,
  retry_limit: 5,
});
const buildEventPage = (nodes: readonly ReturnType<typeof buildEvent>[], hasNextPage: boolean) => ({
  events: {
    __typename: 'EventConnection',
    nodes,
    pageInfo: { __typename: 'PageInfo', hasNextPage, endCursor: hasNextPage ? 'c1' : null },
  },
});
const ANSWERS: Answers = {
  Events: () => buildEvents(failed),
  Download: () => ({ download: buildDownload({ id: 'd1', name: 'orders' }) }),
  FilterOptions: () => buildFilterOptions(),
};

it('asks for the severities of the groups in the address', {
  tags: ['spec:call-events', 'spec:events-severities'],
}, async () => {
  const page = renderPage({ path: 'events?severity=errors&withComments=true', answers: ANSWERS });
  await screen.findByText('Download orders failed: HTTP 503.');
  expect(page.sent('Events')[0]).toMatchObject({
    first: 50,
    severities: ['error', 'fatal'],
    withComments: true,
  });
});

it('shows the retry of an event', { tags: 'spec:events-retry-chips' }, async () => {
  renderPage({ path: 'events', answers: ANSWERS });
  await screen.findByText('Will Retry');
  screen.getByText('2/4');
});

it('opens an event with its download', async () => {
  const page = renderPage({ path: 'events', answers: ANSWERS });
  await page.user.click(await screen.findByText('Download orders failed: HTTP 503.'));
  const drawer = await screen.findByRole('dialog', { name: 'Event message' });
  expect(page.path()).toBe('events?eventId=e1');
  const link = await within(drawer).findByRole('link', { name: 'orders' });
  expect(link.getAttribute('href')).toBe('/app/acme/downloads/list?downloadBundleId=d1');
});

const long = `Flow failed: ${'x'.repeat(300)}`;
const processed = buildEvent({ id: 'e2', message: long, flow: { id: 'f1' } });
const flowAnswers = (processing: readonly object[]): Answers => ({
  Events: () => buildEvents(processed),
  FilterOptions: () => buildFilterOptions(),
  Flow: () => ({ flow: { __typename: 'Flow', id: 'f1', status: 'FATAL', report_datetime: null, processing } }),
  FlowDownloads: () => buildAnswer('flow_downloads', 'DownloadConnection', []),
  Uploads: () => buildUploads(),
});

it('shows when the flow of an event started and finished, and its status', { tags: 'spec:flows-table' }, async () => {
  const run = {
    __typename: 'FlowProcessing',
    id: 'f1',
    started: '2026-11-21T05:00:00.000Z',
    finished: '2026-11-21T05:03:00.000Z',
    status: 'FATAL',
  };
  renderPage({ path: 'events?eventId=e2', answers: flowAnswers([run]) });
  const table = await screen.findByRole('table', { name: 'Processing' });
  await within(table).findByText('Error');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Started', 'Finished', 'Status']);
  expect([...table.querySelectorAll('time')].map((time) => time.dateTime)).toEqual([run.started, run.finished]);
});

it('shows "No Processing Data" for a flow that has not started', { tags: 'spec:flows-table' }, async () => {
  renderPage({ path: 'events?eventId=e2', answers: flowAnswers([]) });
  await screen.findByText('No Processing Data');
});

it('shows "No elements" for an event about nothing else', { tags: 'spec:events-drawer' }, async () => {
  renderPage({
    path: 'events?eventId=e3',
    answers: { ...ANSWERS, Events: () => buildEvents(buildEvent({ id: 'e3' })) },
  });
  await screen.findByText('No elements');
});

it('shortens a message "to 200 characters", with "See more/See less"', {
  tags: ['spec:events-message-cut', 'spec:events-drawer'],
}, async () => {
  const page = renderPage({ path: 'events?eventId=e2', answers: flowAnswers([]) });
  const drawer = await screen.findByRole('dialog', { name: 'Event message' });
  within(drawer).getByText(`${long.slice(0, 199)}…`);
  await page.user.click(within(drawer).getByRole('button', { name: 'See more' }));
  within(drawer).getByText(long);
  await page.user.click(within(drawer).getByRole('button', { name: 'See less' }));
  within(drawer).getByText(`${long.slice(0, 199)}…`);
});

it('writes a comment, which the list then shows', async () => {
  const saved = { ...failed, comment: 'The provider is down.', commented_on: '2026-11-21T06:00:00Z' };
  const page = renderPage({
    path: 'events?eventId=e1',
    answers: { ...ANSWERS, SaveEvent: () => ({ save_event: saved }) },
  });
  const drawer = await screen.findByRole('dialog', { name: 'Event message' });
  await page.user.click(await within(drawer).findByRole('button', { name: 'Add comment' }));
  await fill(page.user, within(drawer).getByRole('textbox', { name: 'Comment' }), 'The provider is down.');
  await page.user.click(within(drawer).getByRole('button', { name: 'Save comment' }));
  await screen.findByText('Comment saved.');
  await within(drawer).findByText('The provider is down.');
  expect(page.requests).toContainEqual({
    operation: 'SaveEvent',
    variables: { id: 'e1', comment: 'The provider is down.' },
  });
});

it('shows the comment of an event that new ones have pushed from the first page', async () => {
  const newest = buildEvent({ id: 'e9', message: 'Download clicks failed: HTTP 503.' });
  let first = [failed];
  const page = renderPage({
    path: 'events?eventId=e1',
    answers: {
      ...ANSWERS,
      Events: ({ after }) => buildEventPage(after == null ? first : [], after == null),
      SaveEvent: () => ({ save_event: { ...failed, comment: 'The provider is down.' } }),
    },
  });
  const drawer = await screen.findByRole('dialog', { name: 'Event message' });
  await within(drawer).findByRole('button', { name: 'Add comment' });
  first = [newest, failed];
  page.emit({ events: [newest] });
  await screen.findByText(newest.message);
  const next = buildEvent({ id: 'e10', message: 'Download costs failed: HTTP 503.' });
  first = [next, newest];
  page.emit({ events: [next] });
  await screen.findByText(next.message);
  await page.user.click(within(drawer).getByRole('button', { name: 'Add comment' }));
  await fill(page.user, within(drawer).getByRole('textbox', { name: 'Comment' }), 'The provider is down.');
  await page.user.click(within(drawer).getByRole('button', { name: 'Save comment' }));
  await within(drawer).findByRole('button', { name: 'Edit comment' });
});

it('keeps a comment that could not be saved', async () => {
  const page = renderPage({
    path: 'events?eventId=e1',
    answers: { ...ANSWERS, SaveEvent: () => new Error('The database is away.') },
  });
  const drawer = await screen.findByRole('dialog', { name: 'Event message' });
  await page.user.click(await within(drawer).findByRole('button', { name: 'Add comment' }));
  await fill(page.user, within(drawer).getByRole('textbox', { name: 'Comment' }), 'Down.');
  await page.user.click(within(drawer).getByRole('button', { name: 'Save comment' }));
  await screen.findByText(/The database is away/);
  expect(within(drawer).getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'Down.');
});

it('keeps a comment that is too long, with the reason, and does not send it', async () => {
  const page = renderPage({ path: 'events?eventId=e1', answers: ANSWERS });
  const drawer = within(await screen.findByRole('dialog', { name: 'Event message' }));
  await page.user.click(await drawer.findByRole('button', { name: 'Add comment' }));
  await page.user.paste('x'.repeat(2001));
  await page.user.click(drawer.getByRole('button', { name: 'Save comment' }));
  drawer.getByText('A comment has at most 2,000 characters, this one has 2,001.');
  expect(drawer.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'x'.repeat(2001));
  expect(page.sent('SaveEvent')).toEqual([]);
});

it('asks before a half-written comment is given up', async () => {
  const page = renderPage({ path: 'events?eventId=e1', answers: ANSWERS });
  const drawer = within(await screen.findByRole('dialog', { name: 'Event message' }));
  const cancel = () => page.user.click(drawer.getByRole('button', { name: 'Cancel' }));
  await page.user.click(await drawer.findByRole('button', { name: 'Add comment' }));
  await fill(page.user, drawer.getByRole('textbox', { name: 'Comment' }), 'Dow');
  expect(hasUnsavedChanges()).toBe(true);
  await cancel();
  const question = within(await screen.findByRole('dialog', { name: 'Exit without saving?' }));
  await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(drawer.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'Dow');
  await cancel();
  await page.user.click(await screen.findByRole('button', { name: 'Exit' }));
  await page.user.click(await drawer.findByRole('button', { name: 'Add comment' }));
  expect(drawer.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', '');
  expect(screen.queryByRole('dialog', { name: 'Exit without saving?' })).toBeNull();
  await cancel();
  await drawer.findByRole('button', { name: 'Add comment' });
});

it('offers no comments without manage-pipelines', async () => {
  renderPage({ path: 'events?eventId=e1', answers: ANSWERS, session: { permissions: new Set(['view']) } });
  const drawer = await screen.findByRole('dialog', { name: 'Event message' });
  await within(drawer).findByRole('button', { name: 'Copy' });
  expect(within(drawer).queryByRole('button', { name: 'Add comment' })).toBeNull();
});

it('names the download before the message and links to it', async () => {
  const named = { ...failed, message: 'orders: HTTP 503 from shop.' };
  renderPage({ path: 'events', answers: { ...ANSWERS, Events: () => buildEvents(named) } });
  await screen.findByText('HTTP 503 from shop.');
  expect(screen.getByRole('link', { name: 'orders' }).getAttribute('href')).toBe(
    '/app/acme/downloads/list?downloadBundleId=d1',
  );
});

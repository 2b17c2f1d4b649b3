import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildDownload,
  buildDownloads,
  buildEvent,
  buildEvents,
  buildFilterOptions,
  buildUpload,
  buildUploads,
} from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { EVENT_COLUMNS } from '../../entities/event/event-columns.tsx';

const long = `${'m'.repeat(199)} the end`;
const ANSWERS: Answers = {
  Events: () => buildEvents(buildEvent({ id: 'e1', message: 'Schedule started.' })),
  FilterOptions: () => buildFilterOptions(),
};

const openEvent = async (patch: Parameters<typeof buildEvent>[0], answers: Answers = {}): Promise<RenderedPage> => {
  const event = buildEvent({ id: 'e1', ...patch });
  const page = renderPage({
    path: 'events?eventId=e1',
    answers: { ...ANSWERS, Events: () => buildEvents(event), ...answers },
  });
  await screen.findByRole('dialog', { name: 'Event message' });
  return page;
};
const drawer = () => within(screen.getByRole('dialog', { name: 'Event message' }));

it.each([
  ['search=late', { search: 'late' }],
  ['severity=errors,warn', { severities: ['error', 'fatal', 'warn'] }],
  [
    'reportDatetimeStart=2026-11-01&reportDatetimeEnd=2026-11-02',
    { report_datetime_after: '2026-11-01', report_datetime_before: '2026-11-02' },
  ],
  [
    'createDatetimeStart=2026-11-01&createDatetimeEnd=2026-11-02',
    { created_after: '2026-11-01', created_before: '2026-11-02' },
  ],
  ['withComments=true', { withComments: true }],
  ['projects=ads', { project: ['ads'] }],
  ['downloadName=orders', { downloadName: ['orders'] }],
  ['uploadName=orders_table', { uploadName: ['orders_table'] }],
])(
  '"Query parameters": %s narrows the list',
  { tags: ['spec:events-parameters', 'spec:call-events'] },
  async (query, variables) => {
    const page = renderPage({ path: `events?${query}`, answers: ANSWERS });
    await screen.findByText('Schedule started.');
    expect(page.sent('Events')[0]).toMatchObject({
      first: 50,
      ...variables,
    });
  },
);

it('"Columns: expand arrow, Status (severity), Created, Message."', { tags: 'spec:events-columns' }, () => {
  const visible = EVENT_COLUMNS.filter(({ hidden }) => hidden !== true).map(({ id, header }) => [id, header]);
  const named = new Set(['severity', 'created', 'message']);
  expect(visible.filter(([id = '']) => named.has(id))).toEqual([
    ['severity', 'Status'],
    ['created', 'Created'],
    ['message', 'Message'],
  ]);
});

it('"Columns: expand arrow" stands before the others', { tags: 'spec:events-expand-arrow' }, async () => {
  renderPage({ path: 'events', answers: ANSWERS });
  await screen.findByText('Schedule started.');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '');
  expect(headers.slice(0, 3).map((header) => /^(Expand|Status|Created)/.exec(header)?.[1])).toEqual([
    'Expand',
    'Status',
    'Created',
  ]);
  screen.getByRole('button', { name: /^Expand / });
});

it('"You have no events yet"', { tags: 'spec:empty-events' }, async () => {
  renderPage({ path: 'events', answers: { ...ANSWERS, Events: () => buildEvents() } });
  await screen.findByText('You have no events yet');
});

it('"Messages are shortened to 200 characters."', {
  tags: ['spec:events-message-cut', 'spec:event-message-length'],
}, async () => {
  renderPage({ path: 'events', answers: { ...ANSWERS, Events: () => buildEvents(buildEvent({ message: long })) } });
  await screen.findByText(`${'m'.repeat(199)}…`);
});

describe('"A row opens a drawer "Event message""', () => {
  it('"with copy, See more/See less"', { tags: ['spec:events-drawer', 'spec:copied-toast'] }, async () => {
    const page = await openEvent({ message: long });
    await page.user.click(await drawer().findByRole('button', { name: 'See more' }));
    drawer().getByText(long);
    await page.user.click(drawer().getByRole('button', { name: 'See less' }));
    drawer().getByText(`${'m'.repeat(199)}…`);
    await page.user.click(drawer().getByRole('button', { name: 'Copy' }));
    await screen.findByText('Copied to clipboard!');
    expect(await navigator.clipboard.readText()).toBe(long);
  });

  it('"and related upload, download or flow rows"', {
    tags: ['spec:events-drawer', 'spec:call-flow-downloads', 'spec:call-upload'],
  }, async () => {
    await openEvent(
      { upload: { id: 'u1' }, flow: { id: 'f1' } },
      {
        Upload: () => ({ upload: buildUpload({ id: 'u1', name: 'orders_table' }) }),
        FlowDownloads: () => ({
          flow_downloads: Object.values(buildDownloads(buildDownload({ id: 'd1', name: 'orders' })))[0],
        }),
        Uploads: () => buildUploads(),
        Flow: () => ({
          flow: { __typename: 'Flow', id: 'f1', status: 'STARTED', report_datetime: null, processing: [] },
        }),
      },
    );
    await drawer().findByRole('link', { name: 'orders_table' });
    await drawer().findByRole('link', { name: 'orders' });
  });

  it('lists all downloads of a flow, page by page, in columns of the person', {
    tags: 'spec:call-flow-downloads',
  }, async () => {
    const pages = [
      ['d1', 'd2'],
      ['d3', 'd4'],
    ].map((ids) => ids.map((id) => buildDownload({ id, name: `orders_${id}` })));
    const page = await openEvent(
      { flow: { id: 'f1' } },
      {
        FlowDownloads: ({ after }) => ({
          flow_downloads: {
            __typename: 'DownloadConnection',
            nodes: pages[after === 'c1' ? 1 : 0],
            pageInfo: {
              __typename: 'PageInfo',
              hasNextPage: after !== 'c1',
              endCursor: after === 'c1' ? null : 'c1',
            },
          },
        }),
        Uploads: () => buildUploads(),
        Flow: () => ({
          flow: { __typename: 'Flow', id: 'f1', status: 'STARTED', report_datetime: null, processing: [] },
        }),
      },
    );
    for (const id of ['d1', 'd2', 'd3', 'd4']) await drawer().findByRole('link', { name: `orders_${id}` });
    expect(page.sent('FlowDownloads')).toMatchObject([
      { id: 'f1', first: 10 },
      { id: 'f1', first: 10, after: 'c1' },
    ]);
    drawer().getByRole('columnheader', { name: 'Started' });
    await page.user.click(drawer().getByRole('button', { name: 'Columns' }));
    await page.user.click(await screen.findByRole('checkbox', { name: 'Started' }));
    await waitFor(() => expect(drawer().queryByRole('columnheader', { name: 'Started' })).toBeNull());
  });

  it('"or "No elements""', { tags: 'spec:events-drawer' }, async () => {
    await openEvent({});
    await drawer().findByText('No elements');
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildAnswer, buildDownload, buildEvent, buildPart, buildTransfers } from '../../../test/build-rows.ts';
import { renderPage } from '../../../test/render-page.tsx';

const failed = buildDownload({
  id: 'd1',
  name: 'orders',
  status: 'failed',
  message: 'HTTP 503',
  created: '2026-11-21T05:00:00Z',
  started: '2026-11-21T05:02:00Z',
  finished: '2026-11-21T05:10:00Z',
  parts: [
    buildPart({ id: 'p1', name: 'orders', dirty_row_count: 2, new_dirty_row_count: 2, dirty_row_status: 'some' }),
  ],
});
const clicks = buildDownload({ id: 'd2', name: 'clicks', status: 'completed' });
const attempt = buildEvent({
  id: 'e1',
  created: '2026-11-21T05:03:00Z',
  message: 'HTTP 503 from shop',
  will_retry: true,
});
const ANSWERS = {
  ...buildTransfers([failed, clicks], []),
  TransferEvents: () => buildAnswer('events', 'EventConnection', [attempt]),
  AffectedUploads: () => ({
    download: {
      __typename: 'Download',
      id: 'd1',
      affected_uploads: [
        {
          __typename: 'AffectedUpload',
          name: 'orders_table',
          project: 'ads',
          destination: 'orders.csv',
          deadline: '2026-11-21T06:00:00Z',
          is_late: true,
        },
      ],
    },
  }),
};

const openDrawer = async (query: string) => {
  const page = renderPage({ path: `downloads/list?${query}`, answers: ANSWERS });
  return { page, drawer: await screen.findByRole('dialog', { name: /^Uploads for download / }) };
};

it('says what failed, why, when, and what it affects', async () => {
  const { drawer } = await openDrawer('downloadBundleId=d1');
  within(drawer).getByText('Failed', { selector: '[data-tone]' });
  const timeline = await within(drawer).findByRole('list', { name: 'Timeline' });
  await within(timeline).findByText('Attempt 1 failed');
  expect(
    within(timeline)
      .getAllByRole('listitem')
      .map((step) => step.firstChild?.textContent),
  ).toEqual(['Found', 'Started', 'Attempt 1 failed', 'Failed']);
  await within(drawer).findByText('orders_table');
});

it('retries the download', async () => {
  const { page, drawer } = await openDrawer('downloadBundleId=d1');
  const [retry] = within(drawer).getAllByRole('button', { name: 'Retry' });
  if (retry === undefined) throw new Error('The drawer has no Retry.');
  await page.user.click(retry);
  await waitFor(() =>
    expect(page.requests).toContainEqual({ operation: 'SaveDownload', variables: { id: 'd1', status: 'queued' } }),
  );
});

it.each([
  ['the key that was rejected', 'SOURCE_AUTH_FAILED', 'link', 'Open key warehouse'],
  ['the explanation where the rows are responsible', 'ALL_ROWS_DIRTY', 'button', 'Explain this failure'],
  ['Retry where trying again can succeed', 'SOURCE_UNREACHABLE', 'button', 'Retry'],
] as const)('offers first %s', async (_what, code, role, name) => {
  const explanation = { __typename: 'FailureExplanation', id: 'download.d1', code, key_name: 'warehouse' };
  renderPage({
    path: 'downloads/list?downloadBundleId=d1',
    answers: { ...ANSWERS, FailureKey: () => ({ failure_explanation: explanation }) },
  });
  const drawer = await screen.findByRole('dialog', { name: /^Uploads for download / });
  const commands = within(drawer).getByRole('group', { name: 'Commands' });
  await waitFor(() => expect(commands.querySelectorAll('[data-variant="filled"]')).toHaveLength(1));
  const first = commands.querySelector('[data-variant="filled"]');
  expect(first).toBe(within(commands).getByRole(role, { name }));
  expect(commands.firstElementChild).toBe(first);
});

it('offers first the suspended key for which a download waits', async () => {
  const waiting = {
    __typename: 'Waiting' as const,
    reason: 'key_suspended',
    waits_for: 'warehouse',
    next_check: null,
    action: 'Reconnect or unsuspend the key warehouse.',
    before: null,
    stopped_by: null,
  };
  const held = buildDownload({ id: 'd3', name: 'orders', status: 'queued', waiting });
  renderPage({ path: 'downloads/list?downloadBundleId=d3', answers: { ...ANSWERS, ...buildTransfers([held], []) } });
  const drawer = await screen.findByRole('dialog', { name: /^Uploads for download / });
  const key = await within(drawer).findByRole('link', { name: 'Open key warehouse' });
  expect(key.getAttribute('href')).toBe('/app/acme/keys/details?keyName=warehouse');
});

it('keeps its tab in the address', async () => {
  const { page, drawer } = await openDrawer('downloadBundleId=d1');
  await page.user.click(within(drawer).getByRole('tab', { name: 'Parts' }));
  await within(drawer).findByRole('table', { name: 'Parts of download orders' });
  expect(page.path()).toBe('downloads/list?downloadBundleId=d1&uploads_tab=parts');
  await page.user.click(within(drawer).getByRole('tab', { name: 'Events' }));
  await within(drawer).findByText('HTTP 503 from shop');
  await page.user.click(within(drawer).getByRole('tab', { name: 'Uploads' }));
  expect(page.path()).toBe('downloads/list?downloadBundleId=d1');
});

it('opens at the tab of the address', async () => {
  const { drawer } = await openDrawer('downloadBundleId=d1&uploads_tab=events');
  await within(drawer).findByText('HTTP 503 from shop');
});

it('goes to the next download without closing', async () => {
  const { page, drawer } = await openDrawer('downloadBundleId=d1');
  await page.user.click(within(drawer).getByRole('button', { name: 'Next download' }));
  await screen.findByRole('dialog', { name: 'Uploads for download clicks' });
  expect(page.path()).toBe('downloads/list?downloadBundleId=d2');
});

it('goes to the next download and back by keyboard', async () => {
  const { page } = await openDrawer('downloadBundleId=d1');
  await page.user.keyboard('j');
  await screen.findByRole('dialog', { name: 'Uploads for download clicks' });
  expect(page.path()).toBe('downloads/list?downloadBundleId=d2');
  await page.user.keyboard('k');
  await screen.findByRole('dialog', { name: 'Uploads for download orders' });
});

it('copies the download as a call of the API without a token', async () => {
  const { page, drawer } = await openDrawer('downloadBundleId=d1');
  await page.user.click(within(drawer).getByRole('button', { name: 'Copy as API call' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain("-H 'Account-Uri: acme'");
  expect(copied).toContain('"variables":{"id":"d1"}');
  expect(copied).toContain('Bearer $SWITCHBOARD_TOKEN');
});

it('leaves the name out of the message', async () => {
  const answers = { ...ANSWERS, ...buildTransfers([{ ...failed, message: 'orders: HTTP 503.' }], []) };
  renderPage({ path: 'downloads/list?downloadBundleId=d1', answers });
  const drawer = await screen.findByRole('dialog', { name: /^Uploads for download / });
  within(drawer).getByText('HTTP 503.', { selector: 'dd' });
});

// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildDownload, buildEvent, buildEvents, buildFilterOptions } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

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
const ANSWERS: Answers = {
  Events: () => buildEvents(failed),
  Download: () => ({ download: buildDownload({ id: 'd1', name: 'orders' }) }),
  FilterOptions: () => buildFilterOptions(),
};

it('asks for the severities of the groups in the address', async () => {
  const page = renderPage({ path: 'events?severity=errors&withComments=true', answers: ANSWERS });
  await screen.findByText('Download orders failed: HTTP 503.');
  expect(page.requests.find(({ operation }) => operation === 'Events')?.variables).toMatchObject({
    first: 50,
    severities: ['error', 'fatal'],
    withComments: true,
  });
});

it('shows the retry of an event', async () => {
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

import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { buildFreeze, freezesOf } from '../../../test/build-restatement.ts';
import { buildUpload, buildUploads } from '../../../test/build-rows.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { HeldBanner } from './held-banner.tsx';

beforeAll(() => import('../../screens/uploads/uploads-page.tsx'));

const show = (...freezes: readonly object[]) =>
  renderPage({ element: <HeldBanner />, answers: { DateFreezes: () => freezesOf(...freezes) } });

it('counts what freezes hold, and leads to it', async () => {
  show(buildFreeze(), buildFreeze({ id: 'f2', dates: 'October 2026', held: 1 }), buildFreeze({ id: 'f3', held: 0 }));
  const note = within(await screen.findByRole('note'));
  note.getByText('3 results for delivered report dates are held by the freezes of November 2026 and of October 2026');
  expect(note.getByRole('link', { name: 'Review' }).getAttribute('href')).toBe(
    '/app/acme/uploads/restatements?state=held',
  );
});

it('one held result is named with its month', async () => {
  show(buildFreeze({ held: 1 }));
  await screen.findByText('1 result for a delivered report date is held by the freeze of November 2026');
});

it('the status of a held upload leads to its restatements', async () => {
  const waiting = {
    __typename: 'Waiting',
    reason: 'frozen',
    waits_for: 'November 2026',
    next_check: null,
    action: 'Deliver it anyway, or unfreeze the dates.',
    before: null,
    stopped_by: null,
  } as const;
  renderPage({
    path: 'uploads/list',
    answers: { Uploads: () => buildUploads(buildUpload({ name: 'daily', status: 'queued', waiting })) },
  });
  const link = await screen.findByRole('link', { name: 'held: November 2026 is frozen' });
  expect(link.getAttribute('href')).toBe('/app/acme/uploads/restatements?state=held&uploadName=daily');
});

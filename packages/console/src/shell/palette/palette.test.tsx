import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  buildDownload,
  buildDownloads,
  buildEvents,
  buildFilterOptions,
  buildUpload,
  buildUploads,
} from '../../../test/build-rows.ts';
import { type PageOptions, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';

const ID = '019aae55-0d1c-7b1e-8c58-3f7a5f1f2b10';
const DAY = {
  __typename: 'ReportDatetime',
  short: 'Nov 21',
  long: 'Nov 21',
  long_utc: 'Nov 21',
  iso: '2026-11-21T00:00:00Z',
};
const FAILED = buildDownload({ id: ID, name: 'orders', status: 'failed', report_datetime: DAY });

const searched = (parts: Readonly<Record<'credentials' | 'incidents' | 'drafts', readonly object[]>>) => ({
  credentials: { __typename: 'CredentialConnection', nodes: parts.credentials },
  incidents: { __typename: 'IncidentConnection', nodes: parts.incidents },
  drafts: { __typename: 'ChangelistConnection', nodes: parts.drafts },
});
const NOTHING_SEARCHED = searched({ credentials: [], incidents: [], drafts: [] });

const ANSWERS = {
  Downloads: () => buildDownloads(),
  Uploads: () => buildUploads(),
  Events: () => buildEvents(),
  FilterOptions: () => buildFilterOptions({ downloads: ['orders', 'clicks'] }),
  FindById: () => ({ download: null, upload: buildUpload({ id: ID, name: 'sales', report_datetime: DAY }) }),
  FindTransfers: () => ({ ...buildDownloads(FAILED), ...buildUploads() }),
  PaletteSearch: () => NOTHING_SEARCHED,
  Download: () => ({ download: FAILED }),
  Upload: () => ({ upload: buildUpload({ id: ID }) }),
  SaveDownload: () => ({ save_download: { ...FAILED, status: 'queued' } }),
};

async function openPalette(options: PageOptions = {}) {
  const page = renderPage({ hasShell: true, path: 'events', answers: ANSWERS, ...options });
  await screen.findByRole('heading', { level: 1, name: 'Events' });
  await page.user.keyboard('{Control>}k{/Control}');
  const palette = await screen.findByRole('dialog', { name: 'Search or jump to' });
  const search = within(palette).getByRole('textbox', { name: 'Search or jump to' });
  return { page, palette, search };
}

it('opens a pasted id', async () => {
  const { page, palette, search } = await openPalette();
  await page.user.click(search);
  await page.user.paste(ID);
  await page.user.click(await within(palette).findByText('Open upload sales of Nov 21'));
  await waitFor(() => expect(page.path()).toBe(`uploads/list?selectedUploadId=${ID}&selectedUploadName=sales`));
});

it('finds downloads by their name', async () => {
  const { page, palette, search } = await openPalette();
  await fill(page.user, search, 'click');
  await page.user.click(await within(palette).findByText('Downloads of clicks'));
  await waitFor(() => expect(page.path()).toBe('downloads/list?downloadNames=clicks'));
});

it('retries what a verb, a name and a report date mean', async () => {
  const { page, palette, search } = await openPalette();
  await fill(page.user, search, 'retry orders 2026-11-21');
  await page.user.click(await within(palette).findByText('Retry download orders of Nov 21'));
  await screen.findByText('Download queued to try again.');
  expect(page.sent('FindTransfers')[0]).toMatchObject({
    search: 'orders',
    downloadStatus: ['failed'],
    after: '2026-11-21',
    before: '2026-11-21',
  });
  expect(page.sent('SaveDownload')[0]).toEqual({
    id: ID,
    status: 'queued',
  });
});

it('asks before it abandons', async () => {
  const { page, palette, search } = await openPalette();
  await fill(page.user, search, 'abandon orders');
  await page.user.click(await within(palette).findByText('Abandon download orders of Nov 21'));
  await screen.findByRole('dialog', { name: 'Abandon this download?' });
  expect(page.sent('SaveDownload')).toEqual([]);
});

it('offers no changes without manage-pipelines', async () => {
  const { page, palette, search } = await openPalette({ session: { permissions: new Set(['view']) } });
  await fill(page.user, search, 'retry orders');
  await within(palette).findByText('You may not retry anything in this account.');
  expect(within(palette).queryByText(/^Retry/)).toBeNull();
});

it('shows recent choices first', async () => {
  const { page, palette } = await openPalette();
  await page.user.click(within(palette).getByText('Uploads'));
  await screen.findByRole('heading', { level: 1, name: 'Uploads' });
  await page.user.keyboard('{Control>}k{/Control}');
  const again = await screen.findByRole('dialog', { name: 'Search or jump to' });
  const [first] = within(again).getAllByRole('button');
  // Without the keys that the entry of the screen shows.
  expect(first?.textContent).toBe('Uploads');
});

it('finds nothing for days that do not exist and for texts that cannot be searched for', async () => {
  const nothing = { ...ANSWERS, FindTransfers: () => ({ ...buildDownloads(), ...buildUploads() }) };
  const { page, palette, search } = await openPalette({ answers: nothing });
  const searched = [
    'retry orders Feb 30',
    'abandon orders 0000-00-00',
    'retry orders 9999-12-31',
    "retry '; drop table download; --",
  ];
  for (const [index, value] of searched.entries()) {
    fireEvent.change(search, { target: { value } });
    await waitFor(() => expect(page.sent('FindTransfers'), value).toHaveLength(index + 1));
    await within(palette).findByText(/^Nothing of .* (has failed|is in progress)/);
  }
  for (const value of [`retry ${'z'.repeat(1_000_000)}`, 'retry or\0ders', '2026-02-30', 'שלום \u202e', '👩‍👩‍👧‍👦']) {
    fireEvent.change(search, { target: { value } });
    await within(palette).findByText(/^No results, try another word\. Searched: screens, accounts, /);
  }
  expect(page.sent('FindTransfers')).toHaveLength(searched.length);
});

it('finds keys, incidents, drafts, and people for who manages them', async () => {
  const answers = {
    ...ANSWERS,
    PaletteSearch: () =>
      searched({
        credentials: [
          {
            __typename: 'Credential',
            id: 'k1',
            name: 'partner_network',
            credential_type_name: 'HTTP',
            status: 'suspended',
          },
        ],
        incidents: [
          {
            __typename: 'Incident',
            id: 'i1',
            transfer: 'download',
            code: 'SOURCE_AUTH_FAILED',
            subject: 'partner_network',
            names: ['partner_sales'],
          },
        ],
        drafts: [{ __typename: 'Changelist', id: 'v2', description: 'New partner columns' }],
      }),
    PalettePeople: () => ({
      account: {
        __typename: 'Account',
        id: 'a1',
        users: [{ __typename: 'AccountUser', id: 'u1', name: 'Pat Partner', email: 'pat@acme.example' }],
      },
    }),
  };
  const { page, palette, search } = await openPalette({
    answers,
    session: { permissions: new Set(['view', 'manage-users']) },
  });
  await fill(page.user, search, 'partner');
  await within(palette).findByText('HTTP · suspended');
  within(palette).getByText('Key rejected by the source: partner_network');
  within(palette).getByText('New partner columns');
  await within(palette).findByText('Pat Partner');
  await page.user.click(within(palette).getByText('partner_network'));
  await waitFor(() => expect(page.path()).toBe('keys/details?keyName=partner_network'));
});

it('says that nothing of a name failed instead of that nothing was found', async () => {
  const nothing = { ...ANSWERS, FindTransfers: () => ({ ...buildDownloads(), ...buildUploads() }) };
  const { page, palette, search } = await openPalette({ answers: nothing });
  await fill(page.user, search, 'retry orders 2026-11-21');
  await within(palette).findByText('Nothing of orders has failed on 2026-11-21.');
});

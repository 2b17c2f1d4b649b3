import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFreeze, buildRestatement, restatementAnswers } from '../../../test/build-restatement.ts';
import { buildFilterOptions } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type PageOptions, type RenderedPage, renderPage } from '../../../test/render-page.tsx';

// The first import of the dialogs takes longer than a person would wait.
beforeAll(async () => {
  await import('./freeze-dialog.tsx');
  await import('./unfreeze-dialog.tsx');
  await import('./deliver-dialog.tsx');
});

const PATH = 'uploads/restatements';
const VIEWER: PageOptions['session'] = { permissions: new Set(['view']) };
const PERSON = { __typename: 'Person', id: 'p1', name: 'Dana' };

type Shown = {
  readonly nodes?: readonly object[];
  readonly freezes?: readonly object[];
  readonly answers?: Answers;
  readonly session?: PageOptions['session'];
  readonly path?: string;
};

function open({ nodes = [buildRestatement()], freezes = [], answers = {}, session = {}, path = PATH }: Shown = {}) {
  const options = { FilterOptions: () => buildFilterOptions() };
  return renderPage({ path, session, answers: { ...options, ...restatementAnswers(nodes, freezes), ...answers } });
}

const variables = (page: RenderedPage) => page.sent('Restatements').at(-1);
const findCard = async (): Promise<HTMLElement> =>
  within(await screen.findByRole('list', { name: 'Restatements' })).getByRole('listitem');

describe('a restatement', () => {
  it('shows rows and totals before and after with their differences', async () => {
    open();
    const table = within(await findCard()).getByRole('table', { name: 'What changed' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ['rows', '1,200', '→ 1,240', '+40'],
      ['clicks', '90,000', '→ 89,000.5', '−999.5'],
    ]);
  });

  it('leads to both uploads, the download and the script version', async () => {
    open({ nodes: [buildRestatement({ has_other_script: true })] });
    const links = within(await findCard()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/app/acme/uploads/list?selectedUploadId=u2&selectedUploadName=daily',
      '/app/acme/downloads/list?downloadBundleId=d2',
      '/app/acme/scripts/editor/v7/',
      '/app/acme/uploads/list?selectedUploadId=u1&selectedUploadName=daily',
    ]);
  });

  it.each([
    [{ cause: 'source' }, 'the source changed: newer download'],
    [{ cause: 'schedule' }, 'made again by its schedule from a newer download'],
    [
      { cause: 'script', caused_by: PERSON, download_id: null, has_other_script: true },
      'script version Version 7 published by Dana',
    ],
    [{ cause: 'run_again', caused_by: PERSON, download_id: null }, 'run again by Dana'],
    [{ cause: 'retry', caused_by: PERSON }, 'retried by Dana from a newer download'],
    [
      { cause: 'backfill', caused_by: PERSON, download_id: null, has_other_script: true },
      'backfill launched by Dana, by script version Version 7',
    ],
  ])('says the cause %o in words', async (patch, words) => {
    open({ nodes: [buildRestatement(patch)] });
    const card = await findCard();
    expect(within(card).getByText((_, element) => element?.tagName === 'SPAN' && element.textContent === words)).toBe(
      card.querySelector('[data-cause]'),
    );
  });

  it.each([
    ['held', {}, 'Held', 'by the freeze of November 2026'],
    ['pending', { held_by: null }, 'Pending', 'on its way to the destination'],
    ['dropped', { held_by: null }, 'Dropped', 'what was delivered before stands'],
  ])('says that it is %s', async (state, patch, label, text) => {
    open({ nodes: [buildRestatement({ state, ...patch })] });
    const card = within(await findCard());
    card.getByText(label);
    card.getByText(text);
  });

  it('replaces a frozen date only after a question', async () => {
    const page = open({
      answers: {
        DeliverHeldUpload: () => ({ deliver_held_upload: buildRestatement({ state: 'pending', held_by: null }) }),
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Deliver daily of Nov 20 anyway' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Deliver daily of .* anyway\?$/ }));
    dialog.getByText(/The date stays frozen with November 2026/);
    expect(page.sent('DeliverHeldUpload')).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: 'Deliver anyway' }));
    await waitFor(() => expect(page.sent('DeliverHeldUpload')).toEqual([{ upload_id: 'u2' }]));
    await screen.findByText(/^daily of .* is being delivered\.$/);
  });

  it('keeps the question open when it was delivered meanwhile', async () => {
    const refused = { __typename: 'ConflictError', problem: 'It is not held any more: it was delivered, or unfrozen.' };
    const page = open({ answers: { DeliverHeldUpload: () => ({ deliver_held_upload: refused }) } });
    await page.user.click(await screen.findByRole('button', { name: /^Deliver daily/ }));
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deliver anyway' }));
    await screen.findByText(refused.problem);
    screen.getByRole('dialog');
  });
});

describe('the list', () => {
  it('takes its filters from the address, and keeps them there', async () => {
    const page = open({ path: `${PATH}?state=held&cause=source&uploadName=daily&start=2026-11-01&end=2026-11-30` });
    await findCard();
    expect(variables(page)).toMatchObject({
      state: 'held',
      cause: ['source'],
      uploadName: ['daily'],
      report_datetime_after: '2026-11-01',
      first: 20,
    });
    await page.user.click(screen.getByRole('radio', { name: 'Delivered' }));
    await waitFor(() => expect(variables(page)).toMatchObject({ state: 'delivered', cause: ['source'] }));
    await waitFor(() => expect(page.path()).toContain('state=delivered'));
  });

  it('offers all restatements when none match', async () => {
    const page = open({ path: `${PATH}?state=dropped`, nodes: [] });
    await screen.findByText('No restatements match');
    await page.user.click(screen.getByRole('button', { name: 'Show all restatements' }));
    await screen.findByText('No restatements');
    expect(page.path()).toBe(PATH);
  });

  it('says why it could not be read, with Retry', async () => {
    const page = open({ answers: { Restatements: () => new Error('The database is away.') } });
    await screen.findByText('The database is away.');
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(page.sent('Restatements')).toHaveLength(2));
  });

  it('changes with the events of restatements', async () => {
    const page = open({ nodes: [] });
    await screen.findByText('No restatements');
    const before = page.sent('Restatements').length;
    page.emit({ overflow: true });
    await waitFor(() => expect(page.sent('Restatements').length).toBeGreaterThan(before));
  });
});

describe('frozen dates', () => {
  it('stand above the list with reason, person and what they hold', async () => {
    open({ freezes: [buildFreeze(), buildFreeze({ id: 'f2', dates: 'October 2026', upload_name: 'daily', held: 0 })] });
    const items = within(await screen.findByRole('list', { name: 'Frozen dates' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^November 2026 is frozenall uploads · Books closed · by Dana, .*2 results held/),
      expect.stringMatching(/^October 2026 is frozenupload daily · Books closed · by Dana, (?!.*held)/),
    ]);
  });

  it('offer nothing to change to a viewer', async () => {
    open({ freezes: [buildFreeze()], session: VIEWER });
    await findCard();
    await screen.findByRole('list', { name: 'Frozen dates' });
    expect(screen.queryByRole('button', { name: /freeze|Deliver/i })).toBeNull();
  });

  it('show the first three, and all on request', async () => {
    const freezes = [1, 2, 3, 4, 5].map((day) => buildFreeze({ id: `f${day}`, dates: `Nov ${day}, 2026` }));
    const page = open({ freezes });
    const list = within(await screen.findByRole('list', { name: 'Frozen dates' }));
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    await page.user.click(screen.getByRole('button', { name: 'Show all 5 freezes' }));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
  });

  it.each(['deliver', 'abandon'])('unfreeze and %s what was held', async (fate) => {
    const page = open({
      freezes: [buildFreeze()],
      answers: {
        UnfreezeDates: () => ({ unfreeze_dates: { __typename: 'DatesUnfrozen', unfrozen: 'f1', count: 2 } }),
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Unfreeze November 2026' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unfreeze November 2026?' }));
    if (fate === 'abandon') await page.user.click(dialog.getByRole('radio', { name: /^Abandon them/ }));
    await page.user.click(dialog.getByRole('button', { name: `Unfreeze and ${fate}` }));
    await waitFor(() => expect(page.sent('UnfreezeDates')).toEqual([{ id: 'f1', held: fate }]));
    await screen.findByText('November 2026 is not frozen any more.');
  });

  it('need a reason and a last date', async () => {
    const page = open();
    await page.user.click(await screen.findByRole('button', { name: 'Freeze dates' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Freeze report dates' }));
    await page.user.click(dialog.getByRole('radio', { name: 'All up to' }));
    await page.user.click(dialog.getByRole('button', { name: 'Freeze' }));
    dialog.getByText('Write why, for the others of the account.');
    dialog.getByText('Choose the last date.');
    expect(page.sent('FreezeDates')).toEqual([]);
  });

  it('freeze a range for all uploads with a reason', async () => {
    const page = open({
      answers: {
        FreezeDates: () => ({
          freeze_dates: { __typename: 'DatesFrozen', under_way: 1, freeze: buildFreeze({ dates: 'November 2026' }) },
        }),
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Freeze dates' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Freeze report dates' }));
    await page.user.click(dialog.getByRole('radio', { name: 'A range' }));
    await page.user.type(dialog.getByRole('textbox', { name: /^First date/ }), '2026-11-01');
    await page.user.type(dialog.getByRole('textbox', { name: /^Last date/ }), '2026-11-30');
    await page.user.type(dialog.getByRole('textbox', { name: /^Reason/ }), ' Books closed ');
    await page.user.click(dialog.getByRole('button', { name: 'Freeze November 2026' }));
    await waitFor(() =>
      expect(page.sent('FreezeDates')).toEqual([
        { first: '2026-11-01', last: '2026-11-30', upload_name: null, reason: 'Books closed' },
      ]),
    );
    await screen.findByText('November 2026 is frozen. 1 delivery that had begun is finished.');
  });
});

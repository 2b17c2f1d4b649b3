import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildChanges,
  buildCompiled,
  buildDeclaration,
  buildMessage,
  buildPage,
  buildPublished,
  buildRefusal,
  buildSaved,
  buildVersion,
} from '../../../test/build-changelist.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';

const published = buildVersion();
const former = buildVersion({
  id: 'v1',
  description: 'Display ads',
  status: 'replaced',
  published_on: '2026-10-23T08:00:00Z',
});
const ANSWERS: Answers = {
  History: () => buildPage('history', [published, former]),
  PublishedChangelist: () => buildPublished(published),
  ChangelistDetail: ({ id }) =>
    buildCompiled(String(id), {
      declarations:
        id === 'v1'
          ? [buildDeclaration('import', 'ads'), buildDeclaration('export', 'ads')]
          : [
              buildDeclaration('import', 'ads'),
              buildDeclaration('import', 'costs'),
              buildDeclaration('export', 'costs'),
            ],
    }),
  ChangelistChanges: () => buildChanges({ changed: ['ads.sbs'], deleted: ['costs.sbs'] }),
};
const DEVELOPER = { permissions: new Set(['view', 'develop-scripts', 'publish-scripts', 'view-diffs-beta'] as const) };
const open = (answers: Answers = {}): RenderedPage =>
  renderPage({ path: 'scripts/history', answers: { ...ANSWERS, ...answers }, session: DEVELOPER });

async function askForRollback(page: RenderedPage): Promise<HTMLElement> {
  await rowOf(former.description);
  await waitFor(() => expect(page.sent('PublishedChangelist')).not.toEqual([]));
  await page.user.click(screen.getByRole('button', { name: 'Actions for Display ads' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Roll back to this version' }));
  return screen.findByRole('dialog', { name: 'Roll back to this version?' });
}

it('lists published versions, 20 at once, in the columns Description, Published and Options', {
  tags: [
    'spec:history-page',
    'spec:drafts-panels',
    'spec:scripts-routes',
    'spec:changelist-status-texts',
    'spec:draft-limits',
  ],
}, async () => {
  const page = open();
  const row = await rowOf(published.description);
  expect(screen.getAllByRole('columnheader').map((heading) => heading.textContent)).toEqual([
    'Expand',
    'Description',
    'Published',
    'Options',
  ]);
  within(row).getByText('Published');
  expect(row.textContent).toMatch(/Nov 19.*by Dana/);
  within(await rowOf(former.description)).getByText('Previously Published');
  expect(page.sent('History')).toEqual([{ first: 20 }]);
});

it('fetches the next versions behind the last one', { tags: 'spec:history-page' }, async () => {
  open({
    History: ({ after }) => (after === 'c1' ? buildPage('history', [former]) : buildPage('history', [published], 'c1')),
  });
  await rowOf(former.description);
});

it('says "No Published Drafts" without versions', { tags: 'spec:drafts-panels' }, async () => {
  open({ History: () => buildPage('history', []), PublishedChangelist: () => buildPublished(null) });
  await screen.findByText('No Published Drafts');
});

it('says why the versions could not be read', async () => {
  const page = open({ History: () => new Error('The database is away.') });
  await screen.findByText('The database is away.');
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(page.sent('History')).toHaveLength(2));
});

it('offers no rollback of the published version, and none without publish-scripts', {
  tags: 'spec:permission-publish-scripts',
}, async () => {
  const optionsOf = async (page: RenderedPage, name: string): Promise<(string | null)[]> => {
    await rowOf(name);
    await page.user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };
  const page = open();
  expect(await optionsOf(page, published.description)).toEqual(['Clone', 'Copy link', 'Copy id']);
  page.unmount();
  const developer = renderPage({
    path: 'scripts/history',
    answers: ANSWERS,
    session: { permissions: new Set(['view', 'develop-scripts']) },
  });
  expect(await optionsOf(developer, former.description)).toEqual(['Clone', 'Copy link', 'Copy id']);
});

describe('rolling back', () => {
  it('names what changes, then needs one click', async () => {
    const page = open({
      RollBack: () =>
        buildSaved('rollback_changelist', buildVersion({ id: 'v3', description: 'Rollback to Display ads' })),
    });
    const dialog = await askForRollback(page);
    const changes = await within(dialog).findByRole('region', { name: 'What changes' });
    await within(changes).findByRole('list');
    // The year is shown in another one.
    expect(dialog.textContent).toMatch(
      /Display ads \(Oct 23, (2026, )?8:00am by Dana\) is published again, in place of Costs/,
    );
    expect(changes.textContent).toBe(
      '1 upload starts again: ads1 upload stops: costs1 download stops: costs2 files:Changedads.sbsDeletedcosts.sbs',
    );
    expect(page.sent('RollBack')).toEqual([]);
    await page.user.click(within(dialog).getByRole('button', { name: 'Roll back' }));
    await screen.findByText('Rolled back to Display ads');
    expect(page.sent('RollBack')).toEqual([{ id: 'v1' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(page.sent('History').length).toBeGreaterThan(1));
  });

  it('says so when the files are the same', async () => {
    const page = open({
      ChangelistDetail: ({ id }) => buildCompiled(String(id)),
      ChangelistChanges: () => buildChanges({}),
    });
    const dialog = await askForRollback(page);
    await within(dialog).findByText('The files are those of the published version: nothing else changes.');
  });

  it('refuses a version that does not compile, and shows its errors', async () => {
    const page = open({
      ChangelistDetail: ({ id }) =>
        buildCompiled(String(id), id === 'v1' ? { messages: [buildMessage('error', 'Key ads does not exist.')] } : {}),
    });
    const dialog = await askForRollback(page);
    await within(dialog).findByText('This version cannot be published: it does not compile.');
    within(dialog).getByRole('link', { name: 'a.sbs:3 Key ads does not exist.' });
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Roll back' }).disabled).toBe(true);
  });

  it('waits until it is known what changes', async () => {
    let isAway = true;
    const page = open({
      ChangelistChanges: () => (isAway ? new Error('The database is away.') : buildChanges({ added: ['ads.sbs'] })),
    });
    const dialog = await askForRollback(page);
    await within(dialog).findByText('What changes could not be read.');
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Roll back' });
    expect(confirm.disabled).toBe(true);
    isAway = false;
    await page.user.click(within(dialog).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(confirm.disabled).toBe(false));
  });

  it('says why the server refused, and the question stays', async () => {
    const page = open({ RollBack: () => buildRefusal('rollback_changelist', 'This version is the published one.') });
    const dialog = await askForRollback(page);
    await within(dialog).findByRole('list');
    await page.user.click(within(dialog).getByRole('button', { name: 'Roll back' }));
    await screen.findByText('This version is the published one.');
    screen.getByRole('dialog', { name: 'Roll back to this version?' });
  });
});

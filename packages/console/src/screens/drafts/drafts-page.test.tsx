import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  buildChangelist,
  buildChanges,
  buildCompiled,
  buildMessage,
  buildPage,
  buildPublished,
  buildRefusal,
  buildSaved,
  buildSummary,
  buildVersion,
} from '../../../test/build-changelist.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';

const draft = buildChangelist();
const old = buildChangelist({ id: 'd2', description: 'Costs in euros', needs_merge: true });
const ANSWERS: Answers = {
  Drafts: () => buildPage('drafts', [draft, old]),
  PublishedChangelist: () => buildPublished(buildVersion()),
};
const DEVELOPER = { permissions: new Set(['view', 'develop-scripts', 'publish-scripts', 'view-diffs-beta'] as const) };
const PATH = 'scripts/drafts';
const open = (answers: Answers = {}, path = PATH): RenderedPage =>
  renderPage({ path, answers: { ...ANSWERS, ...answers }, session: DEVELOPER });
const choose = async (page: RenderedPage, option: string, of = draft.description): Promise<void> => {
  await page.user.click(within(await rowOf(of)).getByRole('button', { name: `Actions for ${of}` }));
  await page.user.click(await screen.findByRole('menuitem', { name: option }));
};

describe('the list', () => {
  it('the list has a "Published Version section plus an Active Drafts infinite list"', {
    tags: ['spec:drafts-page', 'spec:scripts-routes', 'spec:draft-parent', 'spec:flow-summary'],
  }, async () => {
    const page = open();
    await rowOf(draft.description);
    const published = screen.getByRole('region', { name: 'Published Version' });
    expect(within(published).getByRole('link', { name: 'Costs' }).getAttribute('href')).toBe(
      '/app/acme/scripts/published',
    );
    expect(within(published).getByRole('list', { name: 'Runs' }).textContent).toBe(
      '2 unfinished1,204 succeeded3 failed',
    );
    screen.getByRole('heading', { level: 2, name: 'Active Drafts' });
    expect(page.sent('Drafts')).toEqual([{ first: 20, archived: null }]);
    const row = await rowOf(draft.description);
    expect(within(row).getByRole('link', { name: 'Costs' }).getAttribute('href')).toBe('/app/acme/scripts/editor/v2/');
    expect(document.title).toBe('Drafts · Acme Media · Switchboard');
  });

  it('the list has the columns "Description, Created, Updated, Options", the last only with develop-scripts', {
    tags: ['spec:drafts-columns', 'spec:permission-develop-scripts', 'spec:changelist-status-texts'],
  }, async () => {
    const { unmount } = open();
    const row = await rowOf(draft.description);
    const headings = () => screen.getAllByRole('columnheader').map((heading) => heading.textContent);
    expect(headings()).toEqual(['Expand', 'Description', 'Created', 'Updated', 'Options']);
    expect(row.textContent).toContain('Active Draft · from Costs');
    expect(row.textContent).toMatch(/Nov 20.*by Dana.*Nov 21.*by Tessa/);
    unmount();
    renderPage({ path: PATH, answers: ANSWERS, session: { permissions: new Set(['view']) } });
    await rowOf(draft.description);
    expect(headings()).toEqual(['Expand', 'Description', 'Created', 'Updated']);
    expect(screen.queryByRole('button', { name: 'Create draft' })).toBeNull();
  });

  it('fetches the next drafts behind the last one', { tags: 'spec:drafts-page' }, async () => {
    open({
      Drafts: ({ after }) => (after === 'c1' ? buildPage('drafts', [old]) : buildPage('drafts', [draft], 'c1')),
    });
    await rowOf(draft.description);
    await rowOf(old.description);
  });

  it('marks a draft that needs a merge', async () => {
    open();
    expect(within(await rowOf(old.description)).getByText('Needs merge').dataset['tip']).toBe(
      'This draft was branched from an older version than the current Published version. Its contents maybe out of date.',
    );
    expect(within(await rowOf(draft.description)).queryByText('Needs merge')).toBeNull();
  });

  it('opens a draft in the editor', async () => {
    const page = open();
    await page.user.click(await rowOf(draft.description));
    await waitFor(() => expect(page.path()).toBe('scripts/editor/d1/'));
  });

  it('shows archived drafts apart, which are not renamed nor archived again', async () => {
    const archived = buildChangelist({ id: 'd9', description: 'Hourly sessions', status: 'archived' });
    const page = open({
      Drafts: (variables) => buildPage('drafts', variables['archived'] === true ? [archived] : [draft]),
    });
    await rowOf(draft.description);
    await page.user.click(screen.getByRole('checkbox', { name: 'Archived' }));
    await waitFor(() => expect(page.path()).toBe('scripts/drafts?archived=true'));
    const row = await rowOf(archived.description);
    expect(row.textContent).toContain('Archived · from Costs');
    await page.user.click(within(row).getByRole('button', { name: /^Actions for/ }));
    const options = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(options).toEqual(['Compare with Published', 'Clone', 'Copy link', 'Copy id']);
  });

  it('the list is fetched again after a change of a draft or version', async () => {
    const page = open();
    await rowOf(draft.description);
    const changed = {
      id: 'v3',
      status: 'running',
      description: 'x',
      needs_merge: false,
      updated_on: '2026-11-22T00:00:00Z',
    };
    page.emit({ changelists: [changed] });
    await waitFor(() => expect(page.sent('Drafts')).toHaveLength(2));
  });

  it('says why drafts and the published version could not be read', async () => {
    const page = open({
      Drafts: () => new Error('The database is away.'),
      PublishedChangelist: () => new Error('The database is away.'),
    });
    await screen.findByText('The published version could not be read: The database is away.');
    await page.user.click((await screen.findAllByRole('button', { name: 'Retry' }))[1] as HTMLElement);
    await waitFor(() => expect(page.sent('Drafts')).toHaveLength(2));
  });
});

describe('an empty list', () => {
  it.each([
    ['Welcome to Drafts!', 'Published Drafts!', null],
    ['No Drafts', 'Costs', buildVersion()],
  ])('says "%s" below "%s"', { tags: ['spec:drafts-empty', 'spec:drafts-panels'] }, async (title, above, version) => {
    open({ Drafts: () => buildPage('drafts', []), PublishedChangelist: () => buildPublished(version, []) });
    await screen.findByText(title);
    await screen.findByText(above);
  });

  it('says "No Drafts" when it is of archived drafts', { tags: 'spec:drafts-empty' }, async () => {
    open({ Drafts: () => buildPage('drafts', []) }, `${PATH}?archived=true`);
    await screen.findByText('No Drafts');
  });
});

describe('the create-draft button', () => {
  const created = { branch_changelist: buildChangelist({ id: 'd7', description: 'New Draft' }) };

  it('branches "New Draft" from the published version, opens it in the editor and toasts "Draft Created"', {
    tags: [
      'spec:draft-branches',
      'spec:draft-created-toast',
      'spec:draft-names',
      'spec:drafts-page',
      'spec:call-branch-changelist',
    ],
  }, async () => {
    const page = open({ BranchChangelist: () => created });
    await page.user.click(await screen.findByRole('button', { name: 'Create draft' }));
    await screen.findByText('Draft Created');
    expect(page.sent('BranchChangelist')).toEqual([{ description: 'New Draft', id: null }]);
    expect(page.path()).toBe('scripts/editor/d7/');
  });

  it('says "There was a problem creating your Draft."', { tags: 'spec:draft-toasts' }, async () => {
    const page = open({ BranchChangelist: () => new Error('The database is away.') });
    await page.user.click(await screen.findByRole('button', { name: 'Create draft' }));
    await screen.findByText('There was a problem creating your Draft.');
    expect(page.path()).toBe(PATH);
  });
});

describe('the options of a draft', () => {
  it('archive it after a question', {
    tags: ['spec:draft-row-options', 'spec:draft-toasts', 'spec:draft-actions', 'spec:call-archive-changelist'],
  }, async () => {
    let rows = [draft, old];
    const page = open({
      Drafts: () => buildPage('drafts', rows),
      ArchiveDraft: ({ id }) => {
        rows = [old];
        return buildSaved('save_changelist', { id, status: 'archived' });
      },
    });
    await choose(page, 'Archive');
    const dialog = await screen.findByRole('dialog', { name: 'Archive this draft?' });
    expect(dialog.textContent).toContain('Revenue by channel leaves the active drafts');
    expect(page.sent('ArchiveDraft')).toEqual([]);
    await page.user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Draft archived');
    expect(page.sent('ArchiveDraft')).toEqual([{ id: 'd1' }]);
    await waitFor(() => expect(screen.queryByRole('link', { name: draft.description })).toBeNull());
  });

  it.each([
    ['Error archiving draft', () => new Error('The database is away.')],
    [
      'Error archiving draft: You cannot edit published or archived drafts',
      () => buildRefusal('save_changelist', 'You cannot edit published or archived drafts'),
    ],
  ])('say "%s", and the question stays', { tags: 'spec:draft-toasts' }, async (text, answer) => {
    const page = open({ ArchiveDraft: answer });
    await choose(page, 'Archive');
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive' }));
    await screen.findByText(text);
    screen.getByRole('dialog', { name: 'Archive this draft?' });
  });

  it('clone it as "Copy of {description}", cut to 500 characters', {
    tags: [
      'spec:draft-row-options',
      'spec:draft-names',
      'spec:draft-description-cut',
      'spec:draft-limits',
      'spec:draft-toasts',
    ],
  }, async () => {
    const long = buildChangelist({ description: 'x'.repeat(500) });
    const page = open({
      Drafts: () => buildPage('drafts', [long]),
      BranchChangelist: () => ({ branch_changelist: buildChangelist({ id: 'd8', description: 'Copy' }) }),
    });
    await choose(page, 'Clone', long.description);
    await screen.findByText('Draft cloned');
    expect(page.sent('BranchChangelist')).toEqual([{ id: 'd1', description: `Copy of ${'x'.repeat(492)}` }]);
    await waitFor(() => expect(page.sent('Drafts').length).toBeGreaterThan(1));
  });

  it('say "Error cloning draft"', { tags: 'spec:draft-toasts' }, async () => {
    const page = open({ BranchChangelist: () => new Error('The database is away.') });
    await choose(page, 'Clone');
    await screen.findByText('Error cloning draft');
  });

  it('compare it with the published version, when one exists', {
    tags: ['spec:draft-compared', 'spec:permission-view-diffs'],
  }, async () => {
    const page = open();
    await screen.findByText('Published');
    await choose(page, 'Compare with Published');
    expect(page.path()).toBe('scripts/editor/d1/?mode=Changes');
  });

  it('do not compare it without a published version', { tags: 'spec:draft-compared' }, async () => {
    const page = open({ PublishedChangelist: () => buildPublished(null) });
    await screen.findByText('Published Drafts!');
    await page.user.click(within(await rowOf(draft.description)).getByRole('button', { name: /^Actions for/ }));
    const options = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(options).toEqual(['Rename', 'Clone', 'Copy link', 'Copy id', 'Archive']);
  });

  it('copy its permalink', async () => {
    const page = open();
    await choose(page, 'Copy link');
    await screen.findByText('Copied to clipboard!');
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/app/acme/scripts/editor/d1/`);
  });
});

describe('an expanded draft', () => {
  it('shows its problems at their places, what differs from the published version, and its runs', {
    tags: ['spec:compilation-result', 'spec:changelist-diff-fields'],
  }, async () => {
    const messages = [
      buildMessage('warning', 'A key is suspended.'),
      buildMessage('error', 'Column cupon does not exist.'),
    ];
    const compiled = buildCompiled('d1', { messages });
    const page = open({
      ChangelistDetail: () => ({
        changelist: {
          ...compiled.changelist,
          flow_summary: [buildSummary({ purpose: 'proof', succeeded: 4, failed: 0 })],
        },
      }),
      ChangelistChanges: () => buildChanges({ added: ['b.sbs'], moved: [['c.sbs', 'd.sbs']], deleted: ['a.sbs'] }),
    });
    await page.user.click(within(await rowOf(draft.description)).getByRole('button', { name: /^Expand/ }));
    await screen.findByText('1 error');
    screen.getByText('1 warning');
    const problems = within(screen.getByRole('list', { name: 'Problems' })).getAllByRole('link');
    expect(problems.map(({ textContent }) => textContent)).toEqual([
      'a.sbs:3 Column cupon does not exist.',
      'a.sbs:3 A key is suspended.',
    ]);
    expect(problems[0]?.getAttribute('href')).toBe('/app/acme/scripts/editor/d1/?mode=Files&file=a.sbs&lines=3-3-5-9');
    const changes = await screen.findByRole('list', { name: 'Changed files' });
    expect(
      within(changes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Deleteda.sbs', 'Addedb.sbs', 'Movedd.sbs']);
    const runs = screen.getByRole('region', { name: 'Runs' });
    expect(within(runs).getByRole('list').textContent).toBe('2 unfinished4 succeeded');
    expect(page.sent('ChangelistChanges')).toEqual([{ original: 'v2', modified: 'd1' }]);
  });

  it('says "No data returned for changelist: {id}"', { tags: 'spec:changelist-missing' }, async () => {
    const page = open({ ChangelistDetail: () => ({ changelist: null }), ChangelistChanges: () => buildChanges({}) });
    await page.user.click(within(await rowOf(draft.description)).getByRole('button', { name: /^Expand/ }));
    await screen.findByText('No data returned for changelist: d1');
  });
});

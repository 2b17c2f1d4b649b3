import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildKeyChange, buildKeyHistory, buildKeyUser, buildNamedKey } from '../../../test/build-key.ts';
import { buildEvent, buildKeys } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { KEY_EDITOR } from '../../../test/key-pages.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import type { NamedKey } from './use-named-key.ts';

const PATH = 'keys/details?keyName=warehouse';
const VIEWER = { permissions: new Set(['view'] as const) };
const answers = (key: NamedKey | null, more: Answers = {}): Answers => ({
  KeyDetails: () => ({ credential: key }),
  Credentials: () => buildKeys(),
  KeyHistory: () => buildKeyHistory(),
  ...more,
});
const impact = (downloads: readonly string[], uploads: readonly string[]) => () => ({
  impactedDownloads: {
    __typename: 'CredentialUserConnection',
    nodes: downloads.map((name) => buildKeyUser(name, 'working')),
  },
  impactedUploads: {
    __typename: 'CredentialUserConnection',
    nodes: uploads.map((name) => buildKeyUser(name, 'working')),
  },
});
const SUSPENDED = buildNamedKey({ status: 'suspended', suspended_reason: 'db.example rejected the password.' });

describe('the details of a key', () => {
  it('the details of a key have the breadcrumb "Vault > Key details", the name, a chip with the type and its fields without secrets', {
    tags: ['spec:key-details-route', 'spec:key-breadcrumb', 'spec:key-type-chip'],
  }, async () => {
    const page = renderPage({ path: PATH, session: KEY_EDITOR, answers: answers(buildNamedKey()) });
    await screen.findByRole('heading', { level: 1, name: 'warehouse' });
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(trail.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Vault', 'Key details']);
    expect(document.title).toBe('Key details · Acme Media · Switchboard');
    screen.getByText('SQL');
    const facts = within(screen.getByRole('region', { name: 'Key' }));
    for (const text of ['Holds the orders.', 'PostgreSQL', 'db.example', '5432', 'loader']) facts.getByText(text);
    expect(facts.getByRole('img', { name: 'Stored secret' }).textContent).toBe('•'.repeat(22));
    facts.getByText(/by Olivia$/);
    facts.getByText(/by Dora$/);
    expect(screen.queryByText('Credential suspended')).toBeNull();
    await page.user.click(trail.getByRole('link', { name: 'Vault' }));
    await waitFor(() => expect(page.path()).toBe('keys'));
  });

  it('say when the key ends, and what of it', async () => {
    const key = buildNamedKey({ expires: '2036-01-01T00:00:00Z', expires_of: 'Client certificate' });
    renderPage({ path: PATH, answers: answers(key) });
    const ends = (await screen.findByText('Ends')).nextElementSibling;
    expect(ends?.textContent).toMatch(/^(Jan 1, 2036|Dec 31, 2035), .* \(Client certificate\)$/);
  });

  it('lead to the form by "Edit key"', { tags: 'spec:key-edit' }, async () => {
    const page = renderPage({ path: PATH, session: KEY_EDITOR, answers: answers(buildNamedKey()) });
    await page.user.click(await screen.findByRole('link', { name: 'Edit key' }));
    await waitFor(() => expect(page.path()).toBe('keys/edit-key?keyName=warehouse'));
    await screen.findByRole('button', { name: 'Save changes' });
  });

  it('list downloads and uploads with name and status, as links', { tags: 'spec:key-dependencies' }, async () => {
    const key = buildNamedKey({
      downloadsUsingKey: [buildKeyUser('ads', 'working'), buildKeyUser('clicks', 'suspended')],
      uploadsUsingKey: [buildKeyUser('daily', 'blocked')],
    });
    renderPage({ path: PATH, answers: answers(key) });
    const panel = within(await screen.findByRole('region', { name: 'Dependencies' }));
    const rows = panel.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows).toEqual(['adsshopWorking', 'clicksshopSuspended', 'dailyshopBlocked']);
    expect(panel.getByText('Working').dataset['tone']).toBe('completed');
    expect(panel.getByRole('link', { name: 'ads' }).getAttribute('href')).toBe(
      '/app/acme/downloads/list?downloadNames=ads',
    );
    expect(panel.getByRole('link', { name: 'daily' }).getAttribute('href')).toBe(
      '/app/acme/uploads/list?uploadName=daily',
    );
  });

  it('say what the key is needed for next, and of what it was used last', async () => {
    const next = {
      __typename: 'AffectedDeadline',
      upload: 'daily',
      at: '2026-03-07T08:00:00Z',
      is_deadline: true,
      report_date: '2026-03-06',
    };
    const key = buildNamedKey({
      last_used_by: { ...buildKeyUser('orders', 'working'), kind: 'upload' },
      next_affected: next,
    });
    renderPage({ path: PATH, answers: answers(key) });
    const panel = within(await screen.findByRole('region', { name: 'Dependencies' }));
    expect(panel.getByText('Next deadline').nextElementSibling?.textContent).toMatch(/ for daily, report date Mar 6/);
    expect(panel.getByRole('link', { name: 'daily' }).getAttribute('href')).toContain('uploads/list?uploadName=daily');
    expect(screen.getByText('Last successful use').nextElementSibling?.textContent).toMatch(/ by upload orders$/);
  });

  it('list who changed what, older changes on demand', async () => {
    const first = buildKeyHistory(
      [
        buildKeyChange('unsuspended', 'Olivia'),
        buildKeyChange('suspended', null, { reason: 'Rejected by db.example.' }),
        buildKeyChange('secret', 'Dora', { fields: ['Password', 'Host'] }),
        buildKeyChange('renamed', 'Dora', { former: 'store', present: 'warehouse' }),
      ],
      true,
    );
    const rest = buildKeyHistory([buildKeyChange('created', 'Olivia')]);
    const page = renderPage({
      path: PATH,
      answers: answers(buildNamedKey(), { KeyHistory: ({ after }) => (after == null ? first : rest) }),
    });
    const list = await screen.findByRole('list', { name: 'Changes' });
    const texts = () =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.firstElementChild?.textContent);
    const shown = [
      'Olivia unsuspended it.',
      'Switchboard suspended it: Rejected by db.example.',
      'Dora replaced Password, Host.',
      'Dora renamed it from store to warehouse.',
    ];
    expect(texts()).toEqual(shown);
    await page.user.click(screen.getByRole('button', { name: 'Show older changes' }));
    await waitFor(() => expect(texts()).toEqual([...shown, 'Olivia added the key.']));
    expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull();
  });

  it('say that the history could not be read, and read it by Retry', async () => {
    let isAway = true;
    const page = renderPage({
      path: PATH,
      answers: answers(buildNamedKey(), {
        KeyHistory: () => {
          if (isAway) throw new Error('The database is away.');
          return buildKeyHistory([buildKeyChange('created', 'Olivia')]);
        },
      }),
    });
    await screen.findByText(/^The history could not be read/);
    isAway = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('added the key.');
  });

  it('say "No dependencies for this key"', { tags: 'spec:key-dependencies' }, async () => {
    renderPage({ path: PATH, answers: answers(buildNamedKey()) });
    await screen.findByText('No dependencies for this key');
  });

  it('follow what suspends the key elsewhere', async () => {
    let key = buildNamedKey();
    const page = renderPage({ path: PATH, answers: { KeyDetails: () => ({ credential: key }) } });
    await screen.findByRole('heading', { level: 1, name: 'warehouse' });
    key = SUSPENDED;
    page.emit({ events: [buildEvent({ id: 'e1', severity: 'error', code: 'SOURCE_AUTH_FAILED' })] });
    await screen.findByText('Credential suspended');
  });

  it('say what failed, and fetch the key again by Retry', async () => {
    let isAway = true;
    const page = renderPage({
      path: PATH,
      answers: { KeyDetails: () => (isAway ? new Error('The database is away.') : { credential: buildNamedKey() }) },
    });
    await screen.findByText('The database is away.');
    isAway = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('db.example');
  });

  it('lead back to the list when the key does not exist', async () => {
    renderPage({ path: PATH, answers: answers(null) });
    await screen.findByText('There is no key warehouse.');
    expect(within(screen.getByRole('main')).getAllByRole('link', { name: 'Vault' })).toHaveLength(2);
  });

  it('say that the key does not exist, for names of any text', async () => {
    const page = renderPage({ path: 'keys', answers: answers(null) });
    for (const name of [
      'no such key',
      "'; drop table key; --",
      '<img src=x onerror=alert(1)>',
      'שלום \u202e txt.exe',
      '👩‍👩‍👧‍👦',
      '../../etc/passwd',
      'x'.repeat(500),
    ]) {
      await page.follow(`keys/details?keyName=${encodeURIComponent(name)}`);
      await screen.findByText(`There is no key ${name}.`, { normalizer: (text) => text });
      expect(within(screen.getByRole('main')).queryByRole('img', { name: 'x' })).toBeNull();
    }
  });

  it.each(['keys/details', 'keys/details?keyName=%00'])(
    'return to the list from %s',
    {
      tags: 'spec:failure-url',
    },
    async (path) => {
      const page = renderPage({ path, answers: answers(null) });
      await screen.findByText('Page was accessed with the wrong URL params.');
      await waitFor(() => expect(page.path()).toBe('keys'));
    },
  );

  it('show their layout while the key loads', async () => {
    const loaded = Promise.withResolvers<unknown>();
    renderPage({ path: PATH, session: KEY_EDITOR, answers: answers(null, { KeyDetails: () => loaded.promise }) });
    await waitFor(() => expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    loaded.resolve({ credential: buildNamedKey() });
    await screen.findByRole('heading', { level: 1, name: 'warehouse' });
    await waitFor(() => expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).toBeNull());
  });

  it('offer nothing to people who do not manage keys', {
    tags: ['spec:keys-read-only', 'spec:permission-manage-keys'],
  }, async () => {
    renderPage({ path: PATH, session: VIEWER, answers: answers(SUSPENDED) });
    await screen.findByText('Credential suspended');
    const main = within(screen.getByRole('main'));
    expect(main.queryAllByRole('button', { name: /Unsuspend|Delete/ })).toEqual([]);
    expect(main.queryByRole('link', { name: 'Edit key' })).toBeNull();
  });
});

describe('a suspended key', () => {
  const unsuspend = async (result: () => unknown) => {
    const page = renderPage({
      path: PATH,
      session: KEY_EDITOR,
      answers: answers(SUSPENDED, { UnsuspendKey: result }),
    });
    await screen.findByText('db.example rejected the password.');
    await page.user.click(screen.getByRole('button', { name: 'Unsuspend' }));
    const question = within(await screen.findByRole('dialog', { name: 'Unsuspend this key?' }));
    await page.user.click(question.getByRole('button', { name: 'Unsuspend' }));
    return page;
  };

  it('a suspended key has the banner "Credential suspended" with Unsuspend, which leads to the list', {
    tags: ['spec:key-suspended-banner', 'spec:key-unsuspended', 'spec:keys-unsuspend'],
  }, async () => {
    const page = await unsuspend(() => ({ save_credential: { __typename: 'SaveCredentialOk' } }));
    await screen.findByText('warehouse was successfully unsuspended!');
    await waitFor(() => expect(page.path()).toBe('keys'));
  });

  it('says "There was a problem unsuspending the key." when that fails', {
    tags: 'spec:key-unsuspended',
  }, async () => {
    const page = await unsuspend(() => new Error('away'));
    await screen.findByText(/There was a problem unsuspending the key\./);
    await waitFor(() => expect(page.path()).toBe('keys'));
  });
});

describe('Delete Key', () => {
  const ask = async (more: Answers) => {
    const page = renderPage({ path: PATH, session: KEY_EDITOR, answers: answers(buildNamedKey(), more) });
    await page.user.click(await screen.findByRole('button', { name: 'Delete Key' }));
    return { page, dialog: within(await screen.findByRole('dialog', { name: 'Delete this key?' })) };
  };
  const DELETED = { DeleteKey: () => ({ save_credential: { __typename: 'SaveCredentialOk' } }) };

  it('asks, says "{name} was successfully deleted!" and returns to the list', {
    tags: ['spec:key-delete', 'spec:key-deleted'],
  }, async () => {
    const { page, dialog } = await ask({ KeyImpact: impact([], []), ...DELETED });
    dialog.getByText(/is used by no download or upload/);
    await page.user.click(dialog.getByRole('button', { name: 'Delete Key' }));
    await screen.findByText('warehouse was successfully deleted!');
    await waitFor(() => expect(page.path()).toBe('keys'));
    expect(page.requests).toContainEqual({ operation: 'DeleteKey', variables: { name: 'warehouse' } });
  });

  it('names what uses the key, and has its name typed then', { tags: 'spec:key-delete' }, async () => {
    const { page, dialog } = await ask({ KeyImpact: impact(['ads', 'clicks'], ['daily']), ...DELETED });
    dialog.getByText('2 downloads: ads, clicks');
    dialog.getByText('1 upload: daily');
    const confirm = dialog.getByRole('button', { name: 'Delete Key' });
    expect(confirm).toHaveProperty('disabled', true);
    await fill(page.user, dialog.getByRole('textbox'), 'warehouse');
    await page.user.click(confirm);
    await screen.findByText('warehouse was successfully deleted!');
  });

  it.each([
    [new Error('away'), /An error occurred while deleting the key/],
    [
      { save_credential: { __typename: 'InvalidCredential', problem: 'There is no key warehouse.' } },
      /There is no key warehouse\./,
    ],
  ])(
    'Delete Key stays after a failure, with the server message or the text for failures',
    {
      tags: 'spec:key-delete-failed',
    },
    async (answer, text) => {
      const { page, dialog } = await ask({ KeyImpact: impact([], []), DeleteKey: () => answer });
      await page.user.click(dialog.getByRole('button', { name: 'Delete Key' }));
      await screen.findByText(text);
      expect(page.path()).toBe(PATH);
    },
  );
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildKeyErrors, buildNamedKey, buildSavedKey } from '../../../test/build-key.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { KEY_EDITOR, LISTED_KEYS, openNewKey } from '../../../test/key-pages.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';

const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n';

const field = (label: RegExp): HTMLElement =>
  within(screen.getByRole('main')).getByLabelText(label, { selector: 'input, textarea' });
const tab = (name: RegExp): HTMLElement => screen.getByRole('tab', { name });
const submit = (name = 'Verify and Save') => screen.getByRole('button', { name });

async function fillSql({ user }: RenderedPage): Promise<void> {
  await fill(user, field(/^Key name/), ' warehouse ');
  await user.click(field(/^SQL dialect/));
  await user.click(await screen.findByRole('option', { name: 'PostgreSQL' }));
  for (const [label, value] of [
    [/^Host/, 'db.example'],
    [/^Database/, 'reports'],
    [/^User/, 'loader'],
    [/^Password/, 'p4ss'],
  ] as const)
    await fill(user, field(label), value);
}
const SQL_PROPERTIES = { dialect: 'postgresql', host: 'db.example', db_name: 'reports', user: 'loader' };

describe('a new key', () => {
  it('a new key has a name, the fields of its type, Cancel and "Verify and Save" of 224 pixels', {
    tags: [
      'spec:add-key-route',
      'spec:key-form-modes',
      'spec:key-form-fields',
      'spec:key-submit-text',
      'spec:key-submit-width',
      'spec:key-submit-shown',
      'proof:key-submit-texts',
    ],
  }, async () => {
    const page = await openNewKey('basic');
    screen.getByRole('heading', { level: 1, name: 'Add key' });
    for (const label of [/^Key name/, /^Description/, /^User name/, /^Password/, /^Hosts/]) field(label);
    expect(submit().style.width).toBe('calc(14rem * var(--mantine-scale))');
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(page.path()).toBe('keys'));
  });

  it.each(['keys/add-key', 'keys/add-key?keyType=pigeon'])(
    'returns to the list from %s',
    {
      tags: 'spec:add-key-route',
    },
    async (path) => {
      const page = renderPage({ path, session: KEY_EDITOR, answers: LISTED_KEYS });
      await screen.findByText('Page was accessed with the wrong URL params.');
      await waitFor(() => expect(page.path()).toBe('keys'));
    },
  );

  it('people who do not manage keys cannot add one', { tags: 'spec:permission-manage-keys' }, async () => {
    renderPage({ path: 'keys/add-key?keyType=sql', session: { permissions: new Set(['view']) } });
    await screen.findAllByText(/^You do not have access to Add key\./);
  });

  it('a new key of SQL has three tabs and is saved with trimmed texts, then "{name} was successfully created!"', {
    tags: ['spec:sql-tabs', 'spec:key-saved', 'spec:keys-trimmed', 'spec:keys-empty-null', 'spec:sql-ssh-auth-dropped'],
  }, async () => {
    const page = await openNewKey('sql', { SaveKey: () => buildSavedKey('warehouse') });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Essential information',
      'SSH (optional)',
      'SSL (optional)',
    ]);
    await fillSql(page);
    await page.user.click(submit());
    await screen.findByText('warehouse was successfully created!');
    await waitFor(() => expect(page.path()).toBe('keys'));
    expect(page.sent('SaveKey')).toEqual([
      {
        name: 'warehouse',
        description: '',
        type: 'sql',
        properties: {
          ...SQL_PROPERTIES,
          password: 'p4ss',
          port: null,
          charset: null,
          ssl: false,
          test_places: null,
          ssh_tunnel_host: null,
          ssh_tunnel_host_fingerprint: null,
          ssh_tunnel_port: null,
          ssh_tunnel_user: null,
          ssh_tunnel_auth_type: null,
          ssh_tunnel_password: null,
          ssh_tunnel_rsa_key: null,
          ssh_tunnel_passphrase: null,
          ssh_tunnel_use_sha1: false,
          client_key_pem: null,
          client_cert_pem: null,
          server_ca_pem: null,
        },
      },
    ]);
  });

  it('a new key of SQL is validated on every change, and can be submitted once it is valid', {
    tags: ['spec:sql-validates', 'spec:sql-submit', 'spec:sql-required', 'spec:keys-name-required'],
  }, async () => {
    const page = await openNewKey('sql');
    expect(submit()).toHaveProperty('disabled', true);
    screen.getByText('To complete: Key name, SQL dialect, Host and 3 more.');
    await page.user.type(field(/^Host/), 'x');
    await page.user.clear(field(/^Host/));
    screen.getByText('Required field for SQL connection.');
    await fillSql(page);
    expect(submit()).toHaveProperty('disabled', false);
    expect(field(/^Port/).getAttribute('placeholder')).toBe('5432');
    await page.user.clear(field(/^Key name/));
    expect(submit()).toHaveProperty('disabled', true);
  });

  it('a new key of SQL has a number as its port', { tags: 'spec:keys-number-input' }, async () => {
    const page = await openNewKey('sql');
    await page.user.type(field(/^Port/), 'a5b4-3.2');
    expect(field(/^Port/)).toHaveProperty('value', '5432');
  });

  it('a new key of SQL wants an SSH host, user and exactly one secret once any of them is given', {
    tags: ['spec:sql-ssh-group', 'spec:sql-tabs'],
  }, async () => {
    const page = await openNewKey('sql');
    await fillSql(page);
    await page.user.click(tab(/^SSH/));
    expect(field(/^SSH port/).getAttribute('placeholder')).toBe('22');
    await fill(page.user, field(/^SSH host/), 'jump');
    screen.getByText('To complete: SSH user, SSH private key.');
    await page.user.type(field(/^SSH user/), 'a');
    await page.user.clear(field(/^SSH user/));
    screen.getByText('Required field for SSH connection.');
    await page.user.click(tab(/^Essential/));
    tab(/^SSH \(optional\) ?1 error$/);
    await page.user.click(tab(/^SSH/));
    await fill(page.user, field(/^SSH user/), 'ann');
    fireEvent.change(field(/^SSH private key/), { target: { value: PEM } });
    expect(submit()).toHaveProperty('disabled', false);
    await page.user.clear(field(/^SSH host/));
    await page.user.clear(field(/^SSH user/));
    fireEvent.change(field(/^SSH private key/), { target: { value: '' } });
    // An authentication that is chosen without anything else leaves the group empty.
    await page.user.click(field(/^SSH authentication/));
    await page.user.click(await screen.findByRole('option', { name: 'Password' }));
    expect(submit()).toHaveProperty('disabled', false);
  });

  it('a new key of SQL wants all three PEM fields, or none', { tags: 'spec:sql-ssl-group' }, async () => {
    const page = await openNewKey('sql');
    await fillSql(page);
    await page.user.click(tab(/^SSL/));
    fireEvent.change(field(/^Client key/), { target: { value: PEM } });
    screen.getByText('To complete: Client certificate, Server CA certificate.');
    for (const label of [/^Client certificate/, /^Server CA certificate/])
      fireEvent.change(field(label), { target: { value: PEM } });
    expect(submit()).toHaveProperty('disabled', false);
  });

  it('keeps its input when the server refuses it, with the problems at their fields and the rest in a banner', {
    tags: [
      'spec:key-server-errors',
      'spec:key-generic-errors',
      'spec:key-save-banner',
      'spec:keys-duplicate-name',
      'spec:key-error-texts',
    ],
  }, async () => {
    const page = await openNewKey('sql', {
      SaveKey: () =>
        buildKeyErrors(
          ['name_taken', 'name', 'Name already used.'],
          ['unknown_host', 'host', 'Unknown host.'],
          ['connection_timed_out', null, 'Connection timed out for these settings.'],
        ),
    });
    await fillSql(page);
    await page.user.click(submit());
    await screen.findByText('Unknown host.');
    const name = field(/^Key name/);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(name));
    const banner = within(within(screen.getByRole('main')).getByRole('alert'));
    banner.getByText('Problem Saving Key');
    banner.getByText('Connection timed out for these settings.');
    expect(field(/^Host/)).toHaveProperty('value', 'db.example');
    expect(page.path()).toBe('keys/add-key?keyType=sql');
  });

  it('says "There was an unexpected error saving the credential." when it could not be sent', {
    tags: 'spec:key-save-unexpected',
  }, async () => {
    const page = await openNewKey('basic', { SaveKey: () => new Error('The database is away.') });
    await page.user.type(field(/^Key name/), 'k');
    await page.user.type(field(/^User name/), 'u');
    await page.user.type(field(/^Password/), 'p');
    await page.user.type(field(/^Hosts/), 'api.example.com');
    await page.user.click(submit());
    await screen.findByText(/There was an unexpected error saving the credential\./);
    within(screen.getByRole('main')).getByText('The database is away.');
    expect(field(/^User name/)).toHaveProperty('value', 'u');
  });

  it('asks before its input is lost', { tags: 'spec:key-leave' }, async () => {
    const page = await openNewKey('basic');
    await page.user.type(field(/^Key name/), 'k');
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog'));
    question.getByText('If you exit now, the changes won’t be saved and you’ll lose the data.');
    await page.user.click(question.getByRole('button', { name: 'Exit' }));
    await waitFor(() => expect(page.path()).toBe('keys'));
  });
});

describe('a stored key', () => {
  it('shows its layout while it loads, and leads to the list when it cannot be loaded', async () => {
    const loaded = Promise.withResolvers<unknown>();
    const page = renderPage({
      path: 'keys/edit-key?keyName=warehouse',
      session: KEY_EDITOR,
      answers: { ...LISTED_KEYS, KeyDetails: () => loaded.promise },
    });
    await waitFor(() => expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    loaded.resolve(new Error('The database is away.'));
    await screen.findByText('Failed to fetch keys');
    await waitFor(() => expect(page.path()).toBe('keys'));
  });

  const renderEdit = (answers: Answers = {}, key = buildNamedKey(), isManager = true): RenderedPage =>
    renderPage({
      path: 'keys/edit-key?keyName=warehouse',
      session: isManager ? KEY_EDITOR : { permissions: new Set(['view']) },
      answers: { ...LISTED_KEYS, KeyDetails: () => ({ credential: key }), ...answers },
    });
  const opened = async (...args: Parameters<typeof renderEdit>) => {
    const page = renderEdit(...args);
    await screen.findByLabelText(/^Key name/);
    return page;
  };
  it('shows a stored secret as 22 dots and does not require it, with "Save changes"', {
    tags: [
      'spec:edit-key-route',
      'spec:key-form-modes',
      'spec:key-secret-masked',
      'spec:keys-secret-kept',
      'spec:key-submit-text',
      'spec:key-form-fields',
      'spec:key-submit-width',
      'spec:keys-edit-active',
    ],
  }, async () => {
    const page = await opened({ SaveKey: () => buildSavedKey('warehouse') });
    expect(submit('Save changes').style.width).toBe('calc(19.125rem * var(--mantine-scale))');
    expect(field(/^Password/).getAttribute('placeholder')).toBe('•'.repeat(22));
    expect(field(/^Password/)).toHaveProperty('value', '');
    await page.user.type(field(/^User/), '2');
    await page.user.click(submit('Save changes'));
    await screen.findByText('warehouse was successfully updated!');
    await waitFor(() => expect(page.path()).toBe('keys'));
    const [variables] = page.sent('SaveKey');
    expect(variables).toMatchObject({ name: 'warehouse', newName: 'warehouse', status: 'active', version: 3 });
    expect(variables?.['properties']).toMatchObject({ ...SQL_PROPERTIES, user: 'loader2', port: 5432 });
    expect(Object.keys(variables?.['properties'] as object)).not.toContain('password');
  });

  it('wants its secret again when it is sent to another host', async () => {
    const page = await opened();
    await fill(page.user, field(/^Host/), '.evil');
    expect(submit('Save changes')).toHaveProperty('disabled', true);
    screen.getByText('To complete: Password.');
    await page.user.type(field(/^Password/), 'x');
    expect(submit('Save changes')).toHaveProperty('disabled', false);
  });

  it('loses a stored secret of an optional group by Remove, and keeps it by Keep', async () => {
    const key = buildNamedKey({
      properties: {
        ...SQL_PROPERTIES,
        ssh_tunnel_host: 'jump',
        ssh_tunnel_user: 'ann',
        ssh_tunnel_auth_type: 'privateKey',
      },
      properties_exist: { password: true, ssh_tunnel_rsa_key: true },
    });
    const page = await opened({ SaveKey: () => buildSavedKey('warehouse') }, key);
    await page.user.click(tab(/^SSH/));
    await page.user.click(screen.getByRole('button', { name: 'Remove the stored SSH private key' }));
    screen.getByText('To complete: SSH private key.');
    await page.user.click(screen.getByRole('button', { name: 'Keep the stored SSH private key' }));
    expect(submit('Save changes')).toHaveProperty('disabled', false);
    await page.user.click(screen.getByRole('button', { name: 'Remove the stored SSH private key' }));
    await page.user.clear(field(/^SSH host/));
    await page.user.clear(field(/^SSH user/));
    await page.user.click(tab(/^Essential/));
    await fill(page.user, field(/^Password/), 'again');
    await page.user.click(submit('Save changes'));
    await screen.findByText('warehouse was successfully updated!');
    expect(page.sent('SaveKey')[0]?.['properties']).toMatchObject({
      password: 'again',
      ssh_tunnel_host: null,
      ssh_tunnel_auth_type: null,
      ssh_tunnel_rsa_key: null,
      ssh_tunnel_passphrase: null,
    });
  });

  it('says when somebody else has saved it meanwhile, and loads the present values', async () => {
    let key = buildNamedKey();
    const page = await opened({
      KeyDetails: () => ({ credential: key }),
      SaveKey: () => buildKeyErrors(['changed_meanwhile', null, 'Dora changed this key. Nothing was saved.']),
    });
    await fill(page.user, field(/^Description/), ' Mine.');
    await page.user.click(submit('Save changes'));
    await screen.findByText('Dora changed this key. Nothing was saved.');
    expect(field(/^Description/)).toHaveProperty('value', 'Holds the orders. Mine.');
    key = buildNamedKey({ version: 4, description: 'Dora’s.' });
    await page.user.click(screen.getByRole('button', { name: 'Load the present values' }));
    await screen.findByDisplayValue('Dora’s.');
    expect(screen.queryByText('Problem Saving Key')).toBeNull();
  });

  it.each<[string, Answers, string]>([
    ['keys/edit-key', {}, 'Page was accessed with the wrong URL params.'],
    ['keys/edit-key?keyName=x', { KeyDetails: () => new Error('away') }, 'Failed to fetch keys'],
    ['keys/edit-key?keyName=x', { KeyDetails: () => ({ credential: null }) }, 'There is no key x.'],
  ])(
    'the form returns to the list when %s leads to no key',
    { tags: 'spec:edit-key-route' },
    async (path, answers, text) => {
      const page = renderPage({ path, session: KEY_EDITOR, answers: { ...LISTED_KEYS, ...answers } });
      await screen.findByText(text);
      await waitFor(() => expect(page.path()).toBe('keys'));
    },
  );

  it('a stored key is only shown to people who do not manage keys', {
    tags: ['spec:keys-read-only', 'spec:key-form-modes', 'spec:key-submit-shown'],
  }, async () => {
    renderEdit({}, buildNamedKey(), false);
    await screen.findByText('db.example');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
    screen.getByRole('img', { name: 'Stored secret' });
  });

  it('a stored key cannot be edited when its type is unknown', async () => {
    renderEdit({}, buildNamedKey({ credential_type: 'pigeon', credential_type_name: 'pigeon' }));
    await screen.findByText('This version does not know the key type pigeon.');
  });
});

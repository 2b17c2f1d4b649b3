import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';

const DAY = 86_400_000;
const buildConnection = (patch: object = {}) => ({
  __typename: 'SsoConnection',
  id: 'c1',
  kind: 'SAML',
  name: 'Acme employees',
  version: 3,
  settings: {
    entity_id: 'https://idp.acme.test',
    sign_in_url: 'https://idp.acme.test/sso',
    certificates: ['PEM'],
    trusts_email: true,
  },
  is_set_up: true,
  certificates: [
    {
      __typename: 'SsoCertificate',
      subject: 'CN=idp.acme.test',
      fingerprint: 'AA:BB',
      expires: new Date(Date.now() + 9.5 * DAY).toISOString(),
    },
  ],
  default_role: 'viewer',
  enabled: true,
  sso_only: false,
  first_used: null,
  sign_in_url: 'https://switchboard.test/sign-in/sso/c1',
  callback_url: 'https://switchboard.test/sign-in/sso/c1/acs',
  entity_id: 'https://switchboard.test/sign-in/sso/c1/metadata',
  ...patch,
});
const buildDomain = (patch: object = {}) => ({
  __typename: 'SsoDomain',
  id: 'd1',
  domain: 'acme.test',
  record_name: '_switchboard.acme.test',
  record_value: 'switchboard-domain-verification=abc',
  verified: null,
  missing_since: null,
  ...patch,
});
const ADA = { __typename: 'Person', id: 'p1', name: 'Ada', email: 'ada@acme.test' };
const answer = (patch: object = {}): Answers => ({
  SingleSignOn: () => ({
    sso_settings: {
      __typename: 'SsoSettings',
      is_available: true,
      connections: [],
      domains: [],
      break_glass: [],
      administrators: [ADA],
      ...patch,
    },
  }),
});
const open = (answers: Answers, permissions = ['view', 'manage-sign-in']): RenderedPage =>
  renderPage({ path: 'single-sign-on', answers, session: { permissions: new Set(permissions) as never } });
const dialogOf = async ({ user }: RenderedPage, button: string, name: string): Promise<HTMLElement> => {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog', { name });
};
const connectionPanel = (): HTMLElement => screen.getByRole('region', { name: 'Acme employees' });

describe('single sign-on', () => {
  it('offers to add a connection where there is none', async () => {
    const page = open(answer());
    await screen.findByText('No connection');
    const dialog = await dialogOf(page, 'Add connection', 'Add connection');
    await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    within(dialog).getByText('Enter the name that people see on the sign-in page.');
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: 'Name' })));
    expect(page.sent('SaveSsoConnection')).toEqual([]);
  });

  it('says where another provider signs everybody in', async () => {
    open(answer({ is_available: false }));
    await screen.findByText('One provider signs everybody in');
    expect(screen.queryByRole('button', { name: 'Add connection' })).toBeNull();
  });

  it('stays away without manage-sign-in', async () => {
    const page = open(answer(), ['view']);
    await waitFor(() => expect(page.sent('SingleSignOn')).toEqual([]));
  });

  it('saves a SAML connection disabled while its provider is unknown', async () => {
    const saved = buildConnection({ is_set_up: false, enabled: false });
    const page = open({ ...answer(), SaveSsoConnection: () => ({ save_sso_connection: saved }) });
    const dialog = await dialogOf(page, 'Add connection', 'Add connection');
    await fill(page.user, within(dialog).getByRole('textbox', { name: 'Name' }), 'Acme employees');
    await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Connection saved');
    expect(page.sent('SaveSsoConnection')[0]).toEqual({
      kind: 'SAML',
      name: 'Acme employees',
      settings: { trusts_email: true },
      default_role: null,
      enabled: false,
    });
  });

  it('saves the metadata of a provider, and shows a problem with them at their field', async () => {
    const errors = [
      { __typename: 'SsoError', path: 'settings.metadata', message: 'The document describes no provider.' },
    ];
    const page = open({
      ...answer({
        connections: [buildConnection({ is_set_up: false, enabled: false, settings: { trusts_email: true } })],
      }),
      SaveSsoConnection: () => ({ save_sso_connection: { __typename: 'SsoErrors', errors } }),
    });
    const dialog = await dialogOf(page, 'Edit Acme employees', 'Edit Acme employees');
    await page.user.click(within(dialog).getByRole('switch', { name: /^Enabled/ }));
    await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    within(dialog).getByText('Enter the metadata of the provider to enable the connection.');
    const metadata = within(dialog).getByRole('textbox', { name: 'Metadata of the provider' });
    await fill(page.user, metadata, '<x entityID="https://idp.acme.test"/>');
    within(dialog).getByText('https://idp.acme.test');
    await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('The document describes no provider.');
    expect(document.activeElement).toBe(metadata);
    expect(page.sent('SaveSsoConnection')[0]).toMatchObject({
      id: 'c1',
      enabled: true,
      settings: { metadata: '<x entityID="https://idp.acme.test"/>', trusts_email: true },
    });
  });

  it('saves an OpenID Connect connection, and keeps its stored secret', async () => {
    const oidc = buildConnection({
      kind: 'OIDC',
      settings: { issuer: 'https://login.acme.test', client_id: 'sb', trusts_email: false },
      certificates: [],
      entity_id: null,
    });
    const page = open({ ...answer({ connections: [oidc] }), SaveSsoConnection: () => ({ save_sso_connection: oidc }) });
    await screen.findByRole('textbox', { name: 'Redirect URI' });
    const dialog = await dialogOf(page, 'Edit Acme employees', 'Edit Acme employees');
    const issuer = within(dialog).getByRole('textbox', { name: 'Issuer' });
    await page.user.clear(issuer);
    await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    within(dialog).getByText(/Enter the address of the provider/);
    await fill(page.user, issuer, 'https://login.acme.test/new');
    await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Connection saved');
    expect(page.sent('SaveSsoConnection')[0]).toEqual({
      id: 'c1',
      version: 3,
      kind: 'OIDC',
      name: 'Acme employees',
      settings: { issuer: 'https://login.acme.test/new', client_id: 'sb', trusts_email: false },
      default_role: 'viewer',
      enabled: true,
    });
  });

  it('gives roles by group, and keeps those that the person may not grant as they are', async () => {
    const kept = { group: 'Admins', role: 'cs' };
    const oidc = buildConnection({
      kind: 'OIDC',
      settings: { issuer: 'https://login.acme.test', client_id: 'sb', trusts_email: false, group_roles: [kept] },
      certificates: [],
      entity_id: null,
    });
    const refused = {
      __typename: 'SsoErrors',
      errors: [{ __typename: 'SsoError', path: 'settings.group_roles', message: 'You cannot grant Operator.' }],
    };
    let answers = 0;
    const page = open({
      ...answer({ connections: [oidc] }),
      AccountRoles: () => ({ account: null }),
      SaveSsoConnection: () => {
        answers += 1;
        return { save_sso_connection: answers === 1 ? refused : oidc };
      },
    });
    within(await screen.findByRole('region', { name: 'Acme employees' })).getByText('1 group');
    const dialog = await dialogOf(page, 'Edit Acme employees', 'Edit Acme employees');
    const get = within(dialog);
    expect(get.getByRole<HTMLInputElement>('textbox', { name: 'Group 1' }).disabled).toBe(true);
    expect(get.getByRole<HTMLButtonElement>('button', { name: 'Remove group 1' }).disabled).toBe(true);
    await page.user.click(get.getByRole('button', { name: 'Add group' }));
    await page.user.click(get.getByRole('button', { name: 'Save' }));
    get.getByText('Enter the name of each group as the provider sends it, or remove it.');
    await fill(page.user, get.getByRole('textbox', { name: 'Group 2' }), 'Everybody');
    await fill(page.user, get.getByRole('textbox', { name: 'Claim with the groups' }), 'teams');
    await page.user.click(get.getByRole('button', { name: 'Save' }));
    await get.findByText('You cannot grant Operator.');
    await page.user.click(get.getByRole('button', { name: 'Save' }));
    await screen.findByText('Connection saved');
    expect(page.sent('SaveSsoConnection')[1]).toMatchObject({
      settings: { groups_claim: 'teams', group_roles: [kept, { group: 'Everybody', role: 'viewer' }] },
    });
  });

  it('shows the addresses to enter at the provider, with buttons that copy them', async () => {
    const page = open(answer({ connections: [buildConnection()] }));
    await screen.findByText('Not used yet');
    within(connectionPanel()).getByText('Expires in 10 days');
    const acs = within(connectionPanel()).getByRole<HTMLInputElement>('textbox', {
      name: 'Assertion consumer service',
    });
    expect(acs.value).toBe('https://switchboard.test/sign-in/sso/c1/acs');
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await page.user.click(within(connectionPanel()).getByRole('button', { name: 'Copy Entity ID (audience)' }));
    expect(write).toHaveBeenCalledWith('https://switchboard.test/sign-in/sso/c1/metadata');
  });

  it('names what is missing before it can be the only way', async () => {
    open(answer({ connections: [buildConnection({ enabled: false })] }));
    const list = await screen.findByRole('list', { name: 'Missing for single sign-on only' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Single sign-on only/ }).disabled).toBe(true);
  });

  it('requires single sign-on once nothing is missing', async () => {
    const used = buildConnection({ first_used: new Date().toISOString() });
    const page = open({
      ...answer({
        connections: [used],
        domains: [buildDomain({ verified: new Date().toISOString() })],
        break_glass: [ADA],
      }),
      SetSsoOnly: () => ({ set_sso_only: { ...used, sso_only: true } }),
    });
    await page.user.click(await screen.findByRole('switch', { name: /^Single sign-on only/ }));
    await screen.findByText('People sign in only through this connection now');
    expect(page.sent('SetSsoOnly')[0]).toEqual({ id: 'c1', sso_only: true });
  });

  it('verifies a domain by its record, and shows why it is not found', async () => {
    const problem = 'There is no record _switchboard.acme.test.';
    const page = open({
      ...answer({ domains: [buildDomain()] }),
      VerifySsoDomain: () => ({ verify_sso_domain: { __typename: 'ConflictError', problem, message: problem } }),
    });
    const entry = await screen.findByRole('region', { name: 'acme.test' });
    within(entry).getByText('Not verified');
    const value = within(entry).getByRole<HTMLInputElement>('textbox', { name: 'Value of the record' });
    expect(value.value).toBe('switchboard-domain-verification=abc');
    await page.user.click(within(entry).getByRole('button', { name: 'Verify acme.test' }));
    await screen.findByText(problem);
  });

  it('shows since when the record of a verified domain is missing, and the record to publish again', async () => {
    const verified = '2026-11-01T00:00:00.000Z';
    open(answer({ domains: [buildDomain({ verified, missing_since: '2026-11-20T00:00:00.000Z' })] }));
    const entry = await screen.findByRole('region', { name: 'acme.test' });
    within(entry).getByText('Record missing since');
    within(entry).getByText(/Seven days after it went missing/);
    within(entry).getByRole('textbox', { name: 'Value of the record' });
    expect(within(entry).queryByRole('button', { name: 'Verify acme.test' })).toBeNull();
  });

  it('adds a domain that is one', async () => {
    const page = open({ ...answer(), AddSsoDomain: () => ({ add_sso_domain: buildDomain() }) });
    const field = await screen.findByRole('textbox', { name: 'Domain' });
    await fill(page.user, field, 'ada@acme.test');
    await page.user.click(screen.getByRole('button', { name: 'Add domain' }));
    screen.getByText('Enter a mail domain, such as example.com.');
    await page.user.clear(field);
    await fill(page.user, field, ' acme.test ');
    await page.user.click(screen.getByRole('button', { name: 'Add domain' }));
    await screen.findByText('Domain added');
    expect(page.sent('AddSsoDomain')).toEqual([{ domain: 'acme.test' }]);
  });

  it('removes connections and domains after a question that names them', async () => {
    const page = open({
      ...answer({ connections: [buildConnection()], domains: [buildDomain()] }),
      RemoveSsoConnection: () => ({ remove_sso_connection: { __typename: 'SsoRemoved', id: 'c1' } }),
      RemoveSsoDomain: () => ({ remove_sso_domain: { __typename: 'SsoRemoved', id: 'd1' } }),
    });
    const first = await dialogOf(page, 'Remove Acme employees', 'Remove connection?');
    await page.user.click(within(first).getByRole('button', { name: 'Remove' }));
    await screen.findByText('Connection removed');
    const second = await dialogOf(page, 'Remove acme.test', 'Remove domain?');
    await page.user.click(within(second).getByRole('button', { name: 'Remove' }));
    await screen.findByText('Domain removed');
    expect([page.sent('RemoveSsoConnection'), page.sent('RemoveSsoDomain')]).toEqual([[{ id: 'c1' }], [{ id: 'd1' }]]);
  });

  it('saves break-glass administrators', async () => {
    const page = open({
      ...answer(),
      SaveSsoBreakGlass: () => ({
        save_sso_break_glass: {
          __typename: 'SsoSettings',
          is_available: true,
          connections: [],
          domains: [],
          break_glass: [ADA],
          administrators: [ADA],
        },
      }),
    });
    await page.user.click(await screen.findByRole('combobox', { name: 'Administrators' }));
    await page.user.click(await screen.findByRole('option', { name: 'Ada (ada@acme.test)' }));
    await page.user.click(screen.getByRole('button', { name: 'Save administrators' }));
    await screen.findByText('Break-glass administrators saved');
    expect(page.sent('SaveSsoBreakGlass')).toEqual([{ person_ids: ['p1'] }]);
  });
});

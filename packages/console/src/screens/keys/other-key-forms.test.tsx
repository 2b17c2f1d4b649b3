import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildKeyErrors, buildNamedKey, buildSavedKey } from '../../../test/build-key.ts';
import { KEY_EDITOR, LISTED_KEYS, openNewKey } from '../../../test/key-pages.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';

const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n';
const ACCOUNT = JSON.stringify({ client_email: 'loader@acme.example', private_key: PEM });

const SHA1 = /^I acknowledge using SHA-1, which is insecure\./;

const main = () => within(screen.getByRole('main'));
const field = (label: RegExp): HTMLElement => main().getByLabelText(label, { selector: 'input, textarea' });
const labels = (): (string | null)[] =>
  [...screen.getByRole('main').querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea')].flatMap(
    ({ labels: found }) => [...(found ?? [])].map(({ textContent }) => textContent?.replace(' *', '') ?? null),
  );
const submit = (name = 'Verify and Save') => screen.getByRole('button', { name });
const properties = (page: RenderedPage) => page.sent('SaveKey').map((variables) => variables['properties']);

describe('the form of a Google service account', () => {
  it('takes its JSON, shows the client email, and does not save it apart', {
    tags: ['spec:key-other-forms', 'spec:service-account-json', 'spec:service-account-email'],
  }, async () => {
    const page = await openNewKey('google_service_account', { SaveKey: () => buildSavedKey('google') });
    expect(labels()).toEqual(['Key name', 'Description', 'Service account JSON', 'Test places']);
    screen.getByText(/console\.cloud\.google\.com/);
    await fill(page.user, field(/^Key name/), 'google');
    for (const [text, message] of [
      ['{', 'The provided JSON is not valid'],
      ['{"private_key": "x"}', 'Please provide a client email attribute in the JSON'],
    ] as const) {
      fireEvent.change(field(/^Service account JSON/), { target: { value: text } });
      screen.getByText(message);
      expect(submit()).toHaveProperty('disabled', true);
    }
    fireEvent.change(field(/^Service account JSON/), { target: { value: ACCOUNT } });
    main().getByText('loader@acme.example');
    await page.user.click(submit());
    await screen.findByText('google was successfully created!');
    expect(properties(page)).toEqual([{ service_account_json: ACCOUNT, test_places: null }]);
  });

  it('shows what the server says at its field', async () => {
    const page = await openNewKey('google_service_account', {
      SaveKey: () => buildKeyErrors(['incorrect_rsa_key', 'service_account_json', 'Incorrect RSA key.']),
    });
    await fill(page.user, field(/^Key name/), 'google');
    fireEvent.change(field(/^Service account JSON/), { target: { value: ACCOUNT } });
    await page.user.click(submit());
    await screen.findByText('Incorrect RSA key.');
    expect(field(/^Service account JSON/).getAttribute('aria-invalid')).toBe('true');
  });

  it('does not want a stored JSON again', { tags: 'spec:service-account-json' }, async () => {
    const key = buildNamedKey({
      credential_type: 'google_service_account',
      properties: { key_type: 'json', client_email: 'loader@acme.example' },
      properties_exist: { service_account_json: true },
    });
    const page = renderPage({
      path: 'keys/edit-key?keyName=warehouse',
      session: KEY_EDITOR,
      answers: { ...LISTED_KEYS, KeyDetails: () => ({ credential: key }), SaveKey: () => buildSavedKey('warehouse') },
    });
    await screen.findByLabelText(/^Key name/);
    expect(field(/^Service account JSON/).getAttribute('placeholder')).toBe('•'.repeat(22));
    await fill(page.user, field(/^Description/), ' Mine.');
    await page.user.click(submit('Save changes'));
    await screen.findByText('warehouse was successfully updated!');
    expect(properties(page)).toEqual([{ test_places: null }]);
  });
});

describe('the forms of servers for files', () => {
  it('take a password for SFTP, or a private RSA key with the acknowledgement of SHA-1', {
    tags: ['spec:key-other-forms', 'spec:key-auth-choice'],
  }, async () => {
    const page = await openNewKey('sftp', { SaveKey: () => buildSavedKey('files') });
    for (const label of [/^Username/, /^Host$|^Host \*/, /^Port/, /^Authentication/, /^Password/]) field(label);
    expect(main().queryByLabelText(SHA1)).toBeNull();
    for (const [label, text] of [
      [/^Key name/, 'files'],
      [/^Username/, 'ann'],
      [/^Host \*|^Host$/, 'files.example'],
    ] as const)
      await fill(page.user, field(label), text);
    screen.getByText('To complete: Password.');
    await page.user.click(field(/^Authentication/));
    await page.user.click(await screen.findByRole('option', { name: 'Private key' }));
    expect(main().queryByLabelText(/^Password/, { selector: 'input' })).toBeNull();
    screen.getByText('To complete: Private key.');
    await page.user.click(main().getByLabelText(SHA1));
    fireEvent.change(field(/^Private key/), { target: { value: PEM } });
    await page.user.click(submit());
    await screen.findByText('files was successfully created!');
    expect(properties(page)).toMatchObject([
      { auth_type: 'privateKey', pem_value: PEM, use_sha1: true, password: null, port: null },
    ]);
  });

  it('take either for a database behind an SSH server, too', { tags: 'spec:key-other-forms' }, async () => {
    const { user } = await openNewKey('sql');
    await user.click(screen.getByRole('tab', { name: /^SSH/ }));
    field(/^SSH private key/);
    main().getByLabelText(SHA1);
    await user.click(field(/^SSH authentication/));
    await user.click(await screen.findByRole('option', { name: 'Password' }));
    await waitFor(() => field(/^SSH password/));
    expect(main().queryByLabelText(SHA1)).toBeNull();
  });

  it('take user, host, port, password and encryption for FTP', { tags: 'spec:key-other-forms' }, async () => {
    await openNewKey('ftp');
    for (const label of [/^Username/, /^Port/, /^Password/, /^Encryption/]) field(label);
  });
});

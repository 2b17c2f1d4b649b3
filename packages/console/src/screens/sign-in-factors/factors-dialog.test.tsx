import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import { FactorsDialog } from './factors-dialog.tsx';

const PASSKEY = {
  __typename: 'Passkey',
  id: 'p1',
  name: 'Laptop',
  is_synced: false,
  created: '2026-11-20T10:00:00Z',
  last_used: null,
};
const NONE = {
  __typename: 'SignInFactors',
  is_embedded: true,
  can_add_passkeys: true,
  authenticator_app: null,
  recovery_codes: 0,
  passkeys: [] as readonly object[],
};
const WITH_APP = { ...NONE, authenticator_app: '2026-11-20T10:00:00Z', recovery_codes: 10 };
const WITH_PASSKEY = { ...NONE, recovery_codes: 1, passkeys: [PASSKEY] };
const SESSIONS = { own_sessions: { __typename: 'OwnSessions', sessions: [] } };
const CODES = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const APP = {
  __typename: 'NewAuthenticatorApp',
  secret: 'GEZDGNBVGY3TQOJQ',
  address: 'otpauth://totp/x',
  qr_size: 4,
  qr_path: 'M1 1h1v1h-1z',
};
const added = (factors: object, codes: readonly string[]) => ({
  __typename: 'AddedFactor',
  recovery_codes: codes,
  factors,
});
const WRONG = { __typename: 'ConflictError', problem: 'The password is not correct.' };

const onClose = vi.fn();

/** Opens the dialog; `factors` is read at each request. */
function open(factors: () => object, answers: Answers = {}): RenderedPage {
  return renderPage({
    element: <FactorsDialog onClose={onClose} />,
    answers: { SignInFactors: () => ({ sign_in_factors: factors() }), OwnSessions: () => SESSIONS, ...answers },
  });
}

async function enterPassword(page: RenderedPage, button: string): Promise<void> {
  const field = await screen.findByLabelText('Your password');
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  fireEvent.change(field, { target: { value: 'secret' } });
  await page.user.click(screen.getByRole('button', { name: button }));
}

/** A browser with passkeys, which answers with this. */
function stubPasskeys(create: () => Promise<unknown>): void {
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (options: unknown) => options });
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ create } as never);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  onClose.mockReset();
});

describe('sign-in security', () => {
  it('adds an authenticator app by the password, the QR code and a code, and shows recovery codes once', async () => {
    let now: object = NONE;
    const page = open(() => now, {
      StartAuthenticatorApp: ({ password }) => ({ start_authenticator_app: password === 'secret' ? APP : WRONG }),
      ConfirmAuthenticatorApp: () => {
        now = WITH_APP;
        return { confirm_authenticator_app: added(WITH_APP, CODES) };
      },
    });
    await screen.findByText('Only your password protects your sign-in. Add an authenticator app or a passkey.');
    expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Add authenticator app' }));
    await enterPassword(page, 'Continue');
    await screen.findByRole('img', { name: 'QR code for authenticator apps' });
    screen.getByText('GEZDGNBVGY3TQOJQ');
    const field = screen.getByRole('textbox', { name: 'Code of the app' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await page.user.type(field, '12{Enter}');
    screen.getByText('Enter the six digits that the app shows.');
    expect(page.sent('ConfirmAuthenticatorApp')).toEqual([]);
    await page.user.clear(field);
    await page.user.type(field, '123 456{Enter}');
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
    expect(page.sent('ConfirmAuthenticatorApp')).toEqual([{ code: '123456' }]);
    await page.user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await page.user.click(screen.getByRole('button', { name: 'Copy codes' }));
    expect(write).toHaveBeenCalledWith(CODES.join('\n'));
    await page.user.click(screen.getByRole('button', { name: 'Done' }));
    await screen.findByText('Your password alone does not sign you in.');
    screen.getByText('10 codes are left.');
    expect(document.body.textContent).not.toContain('code-0');
  });

  it('keeps the question when the password is wrong or missing', async () => {
    const page = open(() => NONE, { StartAuthenticatorApp: () => ({ start_authenticator_app: WRONG }) });
    await page.user.click(await screen.findByRole('button', { name: 'Add authenticator app' }));
    await page.user.click(await screen.findByRole('button', { name: 'Continue' }));
    screen.getByText('Enter your password.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your password')));
    await enterPassword(page, 'Continue');
    await screen.findByText('The password is not correct.');
    await page.user.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByRole('button', { name: 'Add authenticator app' });
  });

  it('removes the app, and makes new recovery codes', async () => {
    let now: object = WITH_APP;
    const page = open(() => now, {
      RenewRecoveryCodes: () => ({ renew_recovery_codes: added(WITH_APP, CODES) }),
      RemoveAuthenticatorApp: () => {
        now = NONE;
        return { remove_authenticator_app: NONE };
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await enterPassword(page, 'Make new codes');
    await page.user.click(await screen.findByRole('button', { name: 'Done' }));
    await page.user.click(await screen.findByRole('button', { name: 'Remove authenticator app' }));
    await enterPassword(page, 'Remove');
    await screen.findByRole('button', { name: 'Add authenticator app' });
    expect(page.sent('RemoveAuthenticatorApp')).toEqual([{ password: 'secret' }]);
  });

  it('adds a passkey under a name', async () => {
    stubPasskeys(async () => ({ id: 'made' }));
    let now: object = NONE;
    const page = open(() => now, {
      StartPasskey: () => ({ start_passkey: { __typename: 'NewPasskey', creation_options: '{}' } }),
      AddPasskey: () => {
        now = WITH_PASSKEY;
        return { add_passkey: added(WITH_PASSKEY, []) };
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Add passkey' }));
    await enterPassword(page, 'Continue');
    screen.getByText('Enter a name.');
    await fill(page.user, screen.getByRole('textbox', { name: 'Name of the passkey' }), ' Laptop ');
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('button', { name: 'Remove Laptop' });
    expect(page.sent('AddPasskey')).toEqual([{ name: 'Laptop', response: '{"id":"made"}' }]);
  });

  it('says when the browser has made no passkey', async () => {
    stubPasskeys(() => Promise.reject(new DOMException('cancelled', 'NotAllowedError')));
    const page = open(() => NONE, {
      StartPasskey: () => ({ start_passkey: { __typename: 'NewPasskey', creation_options: '{}' } }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Add passkey' }));
    await fill(page.user, await screen.findByRole('textbox', { name: 'Name of the passkey' }), 'Laptop');
    await enterPassword(page, 'Continue');
    await screen.findByText('No passkey was made. Try again, or use another device.');
    expect(page.sent('AddPasskey')).toEqual([]);
  });

  it('renames and removes a passkey', async () => {
    let now: object = WITH_PASSKEY;
    const page = open(() => now, {
      RenamePasskey: ({ name }) => {
        now = { ...WITH_PASSKEY, passkeys: [{ ...PASSKEY, name }] };
        return { rename_passkey: now };
      },
      RemovePasskey: () => {
        now = NONE;
        return { remove_passkey: NONE };
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Edit name of Laptop' }));
    const field = screen.getByRole('textbox', { name: 'New name of Laptop' });
    fireEvent.change(field, { target: { value: 'Phone' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await page.user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
    screen.getByText('Phone: You can no longer sign in with it.');
    await enterPassword(page, 'Remove');
    await screen.findByText('Only your password protects your sign-in. Add an authenticator app or a passkey.');
    expect(page.sent('RenamePasskey')).toEqual([{ id: 'p1', name: 'Phone' }]);
    expect(page.sent('RemovePasskey')).toEqual([{ id: 'p1', password: 'secret' }]);
  });

  it('offers no passkeys where the browser or the address has none', async () => {
    open(() => ({ ...NONE, can_add_passkeys: false })).unmount();
    open(() => NONE);
    await screen.findByText('This browser has no passkeys.');
    expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
  });

  it('leads to the identity provider where another one signs people in', async () => {
    open(() => ({ ...NONE, is_embedded: false }));
    await screen.findByText('Your identity provider keeps your sign-in.');
    expect(screen.queryByRole('button', { name: 'Add authenticator app' })).toBeNull();
  });

  it('shows a failure with Retry', async () => {
    let fails = true;
    const page = open(() => {
      if (fails) throw new Error('down');
      return NONE;
    });
    await screen.findByRole('alert');
    fails = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('button', { name: 'Add authenticator app' });
  });

  it('opens from the user menu', async () => {
    const page = renderPage({
      hasShell: true,
      path: 'downloads/list',
      answers: { SignInFactors: () => ({ sign_in_factors: NONE }), OwnSessions: () => SESSIONS },
    });
    await page.user.click(await screen.findByRole('button', { name: 'User menu of Jo Doe' }));
    await page.user.click(await screen.findByRole('button', { name: 'Sign-in security' }));
    await screen.findByRole('dialog', { name: 'Sign-in security' });
  });
});

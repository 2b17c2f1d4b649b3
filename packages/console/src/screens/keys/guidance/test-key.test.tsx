import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildNamedKey } from '../../../../test/build-key.ts';
import { KEY_EDITOR, LISTED_KEYS, openNewKey } from '../../../../test/key-pages.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { fill } from '../../../../test/setup-user.ts';

const step = (code: string, status: string, message: string, advice: string | null = null) => ({
  __typename: 'ConnectionStep',
  code,
  status,
  milliseconds: status === 'skipped' ? null : 12,
  place: null,
  message,
  advice,
});
const tested = (steps: readonly object[], errors: readonly object[] = []) => ({
  test_credential: { __typename: 'ConnectionTest', verified: errors.length === 0, steps, errors },
});

const field = (label: RegExp): HTMLElement => screen.getByLabelText(label, { selector: 'input' });
const button = () => screen.getByRole('button', { name: 'Test connection' });

it('tests a new key without a name, shows each step, and says when the values have changed since', async () => {
  const page = await openNewKey('ftp', {
    TestKey: () =>
      tested([step('connect', 'ok', 'Connected to ftp.example:21.'), step('sign_in', 'ok', 'The key is accepted.')]),
  });
  await fill(page.user, field(/^Username/), 'ann');
  await fill(page.user, field(/^Host/), 'ftp.example');
  await fill(page.user, field(/^Password/), 'secret');
  await page.user.click(button());
  await screen.findByText('The connection works.');
  const steps = within(screen.getByRole('list', { name: 'Steps' }));
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'OKConnectionConnected to ftp.example:21.12 ms',
    'OKSign-inThe key is accepted.12 ms',
  ]);
  expect(page.sent('TestKey')).toMatchObject([
    { name: null, type: 'ftp', properties: { host: 'ftp.example', username: 'ann' } },
  ]);
  expect(page.sent('SaveKey')).toEqual([]);
  await fill(page.user, field(/^Host/), 'other.example');
  screen.getByText('The values have changed since this test.');
});

it('shows the step that failed with its advice, and the problem at its field', async () => {
  const page = await openNewKey('ftp', {
    TestKey: () =>
      tested(
        [step('sign_in', 'failed', 'Incorrect user or password.', 'Enter both again.')],
        [
          {
            __typename: 'ValidationError',
            typeId: 'incorrect',
            properties: ['password'],
            message: 'Incorrect user or password.',
          },
        ],
      ),
  });
  await page.user.click(button());
  expect(page.sent('TestKey')).toEqual([]);
  await fill(page.user, field(/^Username/), 'ann');
  await fill(page.user, field(/^Host/), 'ftp.example');
  await fill(page.user, field(/^Password/), 'secret');
  await page.user.click(button());
  await screen.findByText('Failed at: Sign-in');
  screen.getByText('Enter both again.');
  expect(field(/^Password/).getAttribute('aria-invalid')).toBe('true');
});

it('tests a stored key with its stored secrets', async () => {
  const page = renderPage({
    path: 'keys/edit-key?keyName=warehouse',
    session: KEY_EDITOR,
    answers: {
      ...LISTED_KEYS,
      KeyDetails: () => ({ credential: buildNamedKey() }),
      TestKey: () => tested([step('sign_in', 'ok', 'The key is accepted.')]),
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Test connection' }));
  await waitFor(() => expect(page.sent('TestKey')).toMatchObject([{ name: 'warehouse' }]));
  expect(JSON.stringify(page.sent('TestKey'))).not.toContain('password":"');
});

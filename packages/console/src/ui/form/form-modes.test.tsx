import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { validateKeyProperties } from '@switchboard/model/key-types/validate-key-properties';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import type { FormProblem, FormSpec, FormValues } from './form-spec.ts';
import { SpecForm } from './spec-form.tsx';

const SQL = KEY_TYPES.filter(({ name }) => name === 'sql');
const SQL_FORM: FormSpec = SQL[0] ?? { fields: [] };
const VALUES: FormValues = { dialect: 'postgresql', host: 'db', db_name: 'reports', user: 'loader', password: 'x' };
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n';

type Options = {
  readonly spec?: FormSpec;
  readonly mode?: 'add' | 'edit' | 'view';
  readonly initial?: FormValues;
  readonly stored?: ReadonlySet<string>;
  readonly answer?: readonly FormProblem[];
  readonly disabledReason?: string;
};

function open({
  spec = SQL_FORM,
  mode = 'add',
  initial = VALUES,
  stored = new Set(),
  answer = [],
  ...more
}: Options = {}) {
  const calls: string[] = [];
  const { user } = renderPage({
    element: (
      <SpecForm
        spec={spec}
        mode={mode}
        initial={initial}
        stored={stored}
        layout="tabs"
        validatesOnChange
        validate={(values) => SQL.flatMap((type) => validateKeyProperties(type, values, stored))}
        submitLabel="Verify and Save"
        onCancel={() => calls.push('cancelled')}
        onSubmit={async () => {
          calls.push('submitted');
          return answer;
        }}
        onSaved={() => calls.push('saved')}
        {...more}
      />
    ),
  });
  return { user, calls };
}

const submit = (): HTMLButtonElement => screen.getByRole('button', { name: 'Verify and Save' });
const tab = (name: RegExp): HTMLElement => screen.getByRole('tab', { name });

describe('a form with tabs', () => {
  it('a form with tabs can be submitted once every required field is valid', async () => {
    const { user, calls } = open({ initial: { ...VALUES, host: '' } });
    expect(submit().disabled).toBe(true);
    screen.getByText('To complete: Host, Password.');
    await fill(user, screen.getByLabelText(/^Host/), 'db');
    await user.type(screen.getByLabelText(/^Password/), 'x');
    expect(submit().disabled).toBe(false);
    await user.click(submit());
    await waitFor(() => expect(calls).toEqual(['submitted', 'saved']));
  });

  it('marks a tab whose field has an error, with the number of errors', async () => {
    const { user } = open();
    await user.click(tab(/SSL/));
    await fill(user, screen.getByLabelText(/^Client certificate/), 'nonsense');
    await user.click(tab(/Essential/));
    tab(/^SSL \(optional\) ?1 error$/);
    expect(tab(/Essential/).hasAttribute('data-error')).toBe(false);
  });

  it('demands exactly one SSH secret once the group is used', async () => {
    const { user } = open({ stored: new Set(['password']) });
    await user.click(tab(/SSH/));
    await fill(user, screen.getByLabelText(/^SSH host/), 'bastion');
    await fill(user, screen.getByLabelText(/^SSH user/), 'tunnel');
    screen.getByText('To complete: SSH private key.');
    fireEvent.change(screen.getByLabelText(/^SSH private key/), { target: { value: PEM } });
    expect(submit().disabled).toBe(false);
  });

  it('opens the tab of the field that the server rejects and focuses it', async () => {
    const answer = [{ field: 'ssh_tunnel_host', message: 'Unknown host.' }];
    const { user, calls } = open({ mode: 'edit', stored: new Set(['password']), answer });
    await user.click(submit());
    await screen.findByText('Unknown host.');
    expect(tab(/SSH/).getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^SSH host/)));
    expect(calls).toEqual(['submitted']);
  });
});

it('focuses a choice that the server rejects', async () => {
  const answer = [{ field: 'dialect', message: 'Invalid dialect.' }];
  const { user } = open({ mode: 'edit', stored: new Set(['password']), answer });
  await user.click(submit());
  await screen.findByText('Invalid dialect.');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText(/^SQL dialect/, { selector: 'input' })),
  );
});

describe('a secret', () => {
  it('a secret can be shown while it is typed, not while it is only stored', async () => {
    const { user } = open({ stored: new Set(['password']) });
    const field = screen.getByLabelText(/^Password/);
    expect(screen.queryByRole('button', { name: 'Show Password' })).toBeNull();
    await fill(user, field, 'secret');
    await user.click(screen.getByRole('button', { name: 'Show Password' }));
    expect(field).toHaveProperty('type', 'text');
    await user.clear(field);
    await user.type(field, 'b');
    expect(field).toHaveProperty('type', 'password');
  });

  it('a secret is masked until it is shown when it has several lines', async () => {
    const { user } = open();
    await user.click(tab(/SSL/));
    const field = screen.getByLabelText(/^Client key/);
    fireEvent.change(field, { target: { value: PEM } });
    expect(field.closest('[data-masked]')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show Client key' }));
    expect(field.closest('[data-masked]')).toBeNull();
  });
});

describe('a file', () => {
  it('fills its field', async () => {
    const { user } = open();
    await user.click(tab(/SSL/));
    const field = screen.getByLabelText<HTMLTextAreaElement>(/^Client key/);
    const files = [new File([PEM], 'client.pem')];
    fireEvent.drop(field, { dataTransfer: { files, types: ['Files'] } });
    await waitFor(() => expect(field.value).toBe(PEM));
    screen.getByText('RSA private key');
  });

  it('a file is refused at its field when it is not text', async () => {
    const { user } = open();
    await user.click(tab(/SSL/));
    const files = [new File([new Uint8Array([0, 1, 2])], 'client.der')];
    fireEvent.drop(screen.getByLabelText(/^Client key/), { dataTransfer: { files, types: ['Files'] } });
    expect((await screen.findByRole('alert')).textContent).toContain('client.der is not a text file');
  });
});

describe('a form that is left', () => {
  it('asks before it loses input', async () => {
    const { user, calls } = open();
    await user.type(screen.getByLabelText(/^Host/), '2');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('If you exit now, the changes won’t be saved and you’ll lose the data.');
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Exit' }));
    expect(calls).toEqual(['cancelled']);
  });

  it('does not ask when nothing was entered', async () => {
    const { user, calls } = open();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(calls).toEqual(['cancelled']);
  });
});

it('shows values without inputs in view mode, and of a secret only that it is stored', () => {
  open({ mode: 'view', stored: new Set(['password']) });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Verify and Save' })).toBeNull();
  screen.getByText('PostgreSQL');
  expect(screen.getByRole('img', { name: 'Stored secret' }).textContent).toBe('•'.repeat(22));
});

it('disables every input with the reason', () => {
  open({ disabledReason: 'The account is in maintenance.' });
  screen.getByText('The account is in maintenance.');
  expect(screen.getByLabelText(/^Host/)).toHaveProperty('disabled', true);
  expect(submit().disabled).toBe(true);
});

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildChoices } from '../../../test/build-choices.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import type { FormProblem, FormSpec, FormValues } from './form-spec.ts';
import { SpecForm } from './spec-form.tsx';

const SPEC: FormSpec = {
  fields: [
    { name: 'host', label: 'Host', kind: 'text', required: true, doc: 'Name or address of the server.' },
    { name: 'port', label: 'Port', kind: 'number', minimum: 1, maximum: 65_535, placeholder: '5432' },
    { name: 'password', label: 'Password', kind: 'text', secret: true, required: true },
    { name: 'use_ssl', label: 'Use SSL', kind: 'flag' },
    {
      name: 'certificate',
      label: 'Certificate',
      kind: 'lines',
      group: 'ssl',
      required: true,
      when: { field: 'use_ssl', equals: true },
    },
    {
      name: 'mode',
      label: 'Mode',
      kind: 'choice',
      choices: buildChoices({ verify: 'Verify', trust: 'Trust' }),
      default: 'verify',
      group: 'ssl',
      when: { field: 'use_ssl', equals: true },
    },
  ],
  groups: [{ name: 'ssl', label: 'SSL' }],
};

type FormOptions = {
  readonly answer?: readonly FormProblem[];
  readonly stored?: ReadonlySet<string>;
  readonly initial?: FormValues;
};

function open({ answer = [], stored = new Set(), initial = {} }: FormOptions = {}) {
  const submitted: FormValues[] = [];
  const onSubmit = async (values: FormValues): Promise<readonly FormProblem[]> => {
    submitted.push(values);
    return answer;
  };
  const form = <SpecForm spec={SPEC} stored={stored} initial={initial} submitLabel="Save" onSubmit={onSubmit} />;
  const { user } = renderPage({ element: form });
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { user, save, submitted };
}

const field = (label: RegExp): HTMLElement => screen.getByLabelText(label);

describe('a form drawn from its description', () => {
  it('submits what a person entered', async () => {
    const { user, save, submitted } = open();
    await fill(user, field(/^Host/), 'db.example');
    await fill(user, field(/^Port/), '5433');
    await fill(user, field(/^Password/), 'secret');
    await save();
    await waitFor(() =>
      expect(submitted).toEqual([{ host: 'db.example', port: 5433, password: 'secret', use_ssl: false }]),
    );
  });

  it('shows a group once its condition holds', async () => {
    const { user } = open();
    expect(screen.queryByRole('group', { name: 'SSL' })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Use SSL' }));
    screen.getByRole('group', { name: 'SSL' });
    expect(field(/^Certificate/).tagName).toBe('TEXTAREA');
    expect(screen.getByRole('combobox', { name: /^Mode/ })).toHaveProperty('value', 'Verify');
  });

  it('reports missing values at their fields, focuses the first and submits nothing', async () => {
    const { save, submitted } = open();
    await save();
    await screen.findByText('Host is required.');
    screen.getByText('Password is required.');
    expect(field(/^Host/).getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field(/^Host/)));
    expect(submitted).toEqual([]);
  });

  it('shows the server’s problems at their fields and keeps the input', async () => {
    const answer = [
      { field: 'password', message: 'Incorrect user or password.' },
      { field: null, message: 'Problem Saving key' },
    ];
    const { user, save } = open({ answer });
    await fill(user, field(/^Host/), 'db');
    await fill(user, field(/^Password/), 'wrong');
    await save();
    await screen.findByText('Incorrect user or password.');
    expect(screen.getByRole('alert').textContent).toBe('Problem Saving key');
    await waitFor(() => expect(document.activeElement).toBe(field(/^Password/)));
    expect(field(/^Host/)).toHaveProperty('value', 'db');
  });

  it('never shows a stored secret and does not require it again', async () => {
    const initial = { host: 'db', password: 'leaked' };
    const { save, submitted } = open({ stored: new Set(['password']), initial });
    const password = field(/^Password/);
    expect(password).toHaveProperty('value', '');
    expect(password).toHaveProperty('type', 'password');
    expect(password.getAttribute('placeholder')).toBe('•'.repeat(22));
    await save();
    await waitFor(() => expect(submitted).toEqual([{ host: 'db', port: null, use_ssl: false }]));
  });
});

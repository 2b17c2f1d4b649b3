import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { describe, expect, it } from 'vitest';
import { buildChoices } from '../../../test/build-choices.ts';
import type { FormSpec } from './form-spec.ts';
import { initialFormValues, submittedValues, validateForm, visibleFields } from './form-values.ts';

const SPEC: FormSpec = {
  fields: [
    { name: 'host', label: 'Host', kind: 'text', required: true },
    { name: 'port', label: 'Port', kind: 'number', minimum: 1, maximum: 65_535 },
    { name: 'password', label: 'Password', kind: 'text', secret: true, required: true },
    { name: 'proxy_host', label: 'Proxy host', kind: 'text', required: true, group: 'proxy' },
    { name: 'proxy_port', label: 'Proxy port', kind: 'number', default: 8080, group: 'proxy' },
    {
      name: 'auth',
      label: 'Sign in by',
      kind: 'choice',
      choices: buildChoices({ password: 'Password', pem: 'PEM' }),
      default: 'password',
    },
    { name: 'pem', label: 'PEM', kind: 'lines', secret: true, required: true, when: { field: 'auth', equals: 'pem' } },
  ],
  groups: [{ name: 'proxy', label: 'Proxy', optional: true }],
};
const filled = { ...initialFormValues(SPEC), host: 'db.example', password: 'x' };
const messages = (values: Parameters<typeof validateForm>[1], stored?: ReadonlySet<string>): string[] =>
  validateForm(SPEC, values, stored).map(({ field, message }) => `${field}: ${message}`);

describe('a form', () => {
  it('starts with given values and defaults, never with secrets', () => {
    expect(initialFormValues(SPEC, { host: 'a', password: 'secret' })).toMatchObject({
      host: 'a',
      password: '',
      auth: 'password',
      proxy_port: 8080,
    });
  });

  it('shows a field only while its condition holds', () => {
    const names = (auth: string): string[] => visibleFields(SPEC, { ...filled, auth }).map(({ name }) => name);
    expect(names('password')).not.toContain('pem');
    expect(names('')).not.toContain('pem');
    expect(names('pem')).toContain('pem');
  });

  it('requires a field of an optional group once the group is used', () => {
    expect(messages(filled)).toEqual([]);
    expect(messages({ ...filled, proxy_port: 3128 })).toEqual(['proxy_host: Proxy host is required.']);
  });

  it('accepts an empty secret that is stored', () => {
    expect(messages({ ...filled, password: ' ' })).toEqual(['password: Password is required.']);
    expect(messages({ ...filled, password: ' ' }, new Set(['password']))).toEqual([]);
  });

  it('reports values that do not fit their field', () => {
    expect(messages({ ...filled, port: 70_000 })).toEqual([
      'port: Port must be a whole number from 1 to 65535, got "70000".',
    ]);
    expect(messages({ ...filled, auth: 'magic' })).toEqual(['auth: Choose one of the values of Sign in by.']);
  });

  it('submits visible fields: numbers as numbers, empty ones as null, stored secrets left out', () => {
    const values = { ...filled, host: ' db ', port: '5432', password: '' };
    expect(submittedValues(SPEC, values, new Set(['password']))).toEqual({
      host: 'db',
      port: 5432,
      proxy_host: null,
      proxy_port: 8080,
      auth: 'password',
    });
  });
});

it.each(KEY_TYPES.map((type) => [type.name, type]))('draws the key type %s from its row', (_name, type) => {
  const spec: FormSpec = type;
  const problems = validateForm(spec, initialFormValues(spec));
  expect(problems.every(({ field }) => type.fields.some(({ name }) => name === field))).toBe(true);
});

import { describe, expect, it } from 'vitest';
import { findKeyType, KEY_TYPES, keyTypesOfForm, secretFieldsOf, withPresentNames } from './key-types.ts';

const distinct = (names: readonly string[]): void => expect(names).toEqual([...new Set(names)]);

describe('key types', () => {
  it('have names of their own, former ones included', () => {
    distinct(KEY_TYPES.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]));
    distinct(KEY_TYPES.map(({ displayName }) => displayName));
    for (const { name } of KEY_TYPES) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it('name replacements that exist', () => {
    for (const { replacement } of KEY_TYPES)
      if (replacement !== undefined) expect(findKeyType(replacement)?.deprecated).toBeUndefined();
  });

  it('are found by name and by form', () => {
    for (const type of KEY_TYPES) {
      expect(findKeyType(type.name)).toBe(type);
      expect(keyTypesOfForm(type.form)).toContain(type.name);
    }
    expect(findKeyType('telepathy')).toBeUndefined();
  });
});

describe.each(KEY_TYPES.map((type) => [type.name, type] as const))('%s', (_, type) => {
  const { fields, groups = [] } = type;
  const names = fields.map(({ name }) => name);

  it('describes each field once, in whole sentences', () => {
    distinct(fields.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]));
    distinct(fields.map(({ label }) => label));
    for (const field of fields) {
      expect(field.name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(field.label).toMatch(/^[A-Z]/);
      expect(field.doc).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('keeps private keys and passwords secret', () => {
    for (const { name, secret } of fields)
      if (/password|secret|token|_key$|key_pem$/.test(name)) expect([name, secret]).toEqual([name, true]);
    expect(secretFieldsOf(type).length).toBeGreaterThan(0);
  });

  it('names existing fields, groups and choices in its rules', () => {
    for (const field of fields) {
      if (field.group !== undefined) expect(groups.map(({ name }) => name)).toContain(field.group);
      if (field.kind === 'choice') {
        const values = field.choices.map(({ value }) => value);
        distinct(values);
        if (field.default !== undefined) expect(values).toContain(field.default);
      }
      if (field.kind === 'number') {
        expect(field.minimum).toBeLessThan(field.maximum);
        if (field.default !== undefined) expect(field.default).toBeGreaterThanOrEqual(field.minimum);
      }
      if (field.kind === 'text' && field.pattern !== undefined)
        expect(() => new RegExp(field.pattern ?? '')).not.toThrow();
      if (field.when === undefined) continue;
      const other = fields.find(({ name }) => name === field.when?.field);
      expect(other?.kind).toMatch(/^(?:choice|flag)$/);
      if (other?.kind === 'choice') expect(other.choices.map(({ value }) => value)).toContain(field.when.equals);
    }
    for (const group of groups) {
      expect(fields.filter((field) => field.group === group.name).length).toBeGreaterThan(0);
      for (const name of group.exactlyOne?.fields ?? []) expect(names).toContain(name);
    }
  });

  it('names existing fields where requests carry it and where it is verified', () => {
    if (type.form !== 'http') return expect(type).not.toHaveProperty('authentication');
    const { scheme, ...used } = type.authentication;
    for (const [part, name] of Object.entries(used)) if (part !== 'parameter') expect(names).toContain(name);
    expect(['bearer', 'basic', 'query']).toContain(scheme);
    if (type.probe === null) return;
    if ('url' in type.probe) expect(type.probe.url).toMatch(/^https:/);
    else expect(names).toContain(type.probe.urlField);
  });
});

describe('withPresentNames', () => {
  it('renames what older keys stored', () => {
    const [type] = KEY_TYPES.filter(({ name }) => name === 'api_token');
    if (type === undefined) throw new Error('there is no key type api_token');
    expect(withPresentNames(type, { token: 't', host: 'h' })).toEqual({ api_token: 't', host: 'h' });
  });
});

it('there is one SQL key type, with the properties of every dialect', { tags: 'proof:sql-key-properties' }, () => {
  expect(keyTypesOfForm('sql')).toEqual(['sql']);
  const properties =
    'user db_name host dialect port charset password client_key_pem client_cert_pem server_ca_pem'.split(' ');
  const tunnel = ['host', 'user', 'port', 'auth_type', 'password', 'rsa_key', 'use_sha1'].map(
    (part) => `ssh_tunnel_${part}`,
  );
  // `ssl` encrypts without certificates of one's own.
  expect(
    findKeyType('sql')
      ?.fields.map(({ name }) => name)
      .sort(),
  ).toEqual([...properties, ...tunnel, 'ssl'].sort());
  expect(findKeyType('sql')?.fields.find(({ name }) => name === 'port')?.kind).toBe('number');
});

import type { KeyType, KeyValues } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { describe, expect, it } from 'vitest';
import type { KeyContent } from '../../../identity/keys/key-content.ts';
import { composeKey } from './compose-key.ts';

function typeOf(name: string): KeyType {
  const found = findKeyType(name);
  if (found === undefined) throw new Error(`There is no key type ${name}.`);
  return found;
}
const sql = typeOf('sql');
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n';
const LOGIN = { dialect: 'postgresql', host: 'db', db_name: 'reports', user: 'loader', password: 'secret' };
const { password, ...OPEN } = LOGIN;
const STORED: KeyContent = { properties: { ...OPEN, port: 5432, charset: 'utf8' }, secrets: { password } };

const compose = (given: KeyValues, stored?: KeyContent, replace = false) => composeKey(sql, { given, replace }, stored);
const problems = (given: KeyValues, stored?: KeyContent) => {
  const made = compose(given, stored);
  return 'content' in made ? [] : made.map(({ typeId, field }) => [typeId, field]);
};
const made = (given: KeyValues, stored?: KeyContent, replace = false) => {
  const composed = compose(given, stored, replace);
  if (!('content' in composed)) throw new Error(JSON.stringify(composed));
  return { ...composed, changed: composed.changed.map(({ name }) => name) };
};

describe('a new key', () => {
  it('keeps its secrets apart, trims texts and leaves out what is empty', {
    tags: ['spec:keys-trimmed', 'spec:keys-empty-null'],
  }, () => {
    const { content, values } = made({ ...LOGIN, host: ' db ', port: '5433', charset: '  ', ssl: 'true' });
    expect(content).toEqual({ properties: { ...OPEN, port: 5433, ssl: true }, secrets: { password } });
    expect(values).toEqual({ ...LOGIN, port: 5433, ssl: true });
  });

  it('keeps the last line break of a PEM file', () => {
    const ssh = { ssh_tunnel_host: 'jump', ssh_tunnel_user: 'ann', ssh_tunnel_rsa_key: PEM };
    expect(made({ ...LOGIN, ...ssh }).content.secrets).toEqual({ password, ssh_tunnel_rsa_key: PEM });
  });

  it.each<[KeyValues, string, string]>([
    [{ host: '' }, 'sql_field_required', 'host'],
    [{ password: null }, 'sql_field_required', 'password'],
    [{ port: 'many' }, 'number_not_valid', 'port'],
    [{ password: '•'.repeat(22) }, 'masked_secret', 'password'],
    [{ password: 'x'.repeat(4_001) }, 'value_too_long', 'password'],
    [{ host: 'a\u0000b' }, 'text_not_valid', 'host'],
    [{ client_cert_pem: '\ud800' }, 'text_not_valid', 'client_cert_pem'],
    [{ colour: 'blue' }, 'unknown_field', 'colour'],
  ])('reports the problem of %j: %s at %s', (change, typeId, field) => {
    expect(problems({ ...LOGIN, ...change })).toContainEqual([typeId, field]);
  });
});

describe('a Google service account', () => {
  const type = typeOf('google_service_account');
  const json = (email: string): string => JSON.stringify({ client_email: email, private_key: PEM });

  it('a Google service account is saved with key_type json and the client email of its JSON, whatever is given for them', {
    tags: ['spec:service-account-email', 'spec:service-account-type'],
  }, () => {
    const given = {
      service_account_json: json('loader@acme.example'),
      client_email: 'typed@evil.example',
      key_type: 'p12',
    };
    const content = {
      properties: { key_type: 'json', client_email: 'loader@acme.example' },
      secrets: { service_account_json: json('loader@acme.example') },
    };
    expect(composeKey(type, { given, replace: true })).toMatchObject({ content });
    const typed = { client_email: 'typed@evil.example' };
    expect(composeKey(type, { given: typed, replace: false }, content)).toMatchObject({ content, changed: [] });
    const next = { service_account_json: json('next@acme.example') };
    expect(composeKey(type, { given: next, replace: false }, content)).toMatchObject({
      content: { properties: { client_email: 'next@acme.example' } },
      changed: [{ name: 'service_account_json' }, { name: 'client_email' }],
    });
  });

  it.each([
    ['{', 'json_not_valid', 'The provided JSON is not valid'],
    ['{}', 'client_email_missing', 'Please provide a client email attribute in the JSON'],
  ])(
    'a Google service account is refused with the JSON %j',
    { tags: 'spec:service-account-json' },
    (text, typeId, message) => {
      expect(composeKey(type, { given: { service_account_json: text }, replace: true })).toEqual([
        { typeId, field: 'service_account_json', message },
      ]);
    },
  );
});

describe('a change', () => {
  it('keeps what it leaves out, and removes what it sets to null', () => {
    const { content, changed } = made({ user: 'other', charset: null }, STORED);
    expect(content).toEqual({ properties: { ...OPEN, user: 'other', port: 5432 }, secrets: { password } });
    expect(changed).toEqual(['user', 'charset']);
  });

  it('changes nothing when it repeats what is stored', () => {
    expect(made({ ...OPEN, port: '5432', charset: ' utf8', ssl: null }, STORED).changed).toEqual([]);
  });

  it('replaces everything, secrets included, when it says so', () => {
    expect(made({ ...LOGIN, password: 'second' }, STORED, true).content).toEqual({
      properties: OPEN,
      secrets: { password: 'second' },
    });
    const without = compose(OPEN, STORED, true);
    expect('content' in without ? [] : without.map(({ field }) => field)).toEqual(['password']);
  });

  it('demands stored secrets again when it moves the key to another place', { tags: 'proof:key-place-binding' }, () => {
    expect(problems({ host: 'evil.example' }, STORED)).toEqual([['secret_required_again', 'password']]);
    expect(problems({ ssl: true }, STORED)).toEqual([['secret_required_again', 'password']]);
    expect(problems({ host: 'evil.example', password: 'new' }, STORED)).toEqual([]);
  });

  it('switches the SSH secret when it removes the other one', () => {
    const tunnel = { ssh_tunnel_host: 'jump', ssh_tunnel_user: 'ann' };
    const stored = { properties: { ...OPEN, ...tunnel }, secrets: { password, ssh_tunnel_rsa_key: PEM } };
    const change = { ssh_tunnel_auth_type: 'password', ssh_tunnel_password: 'p', password: 'again' };
    expect(problems(change, stored)).toContainEqual(['ssh_secret_ambiguous', 'ssh_tunnel_password']);
    expect(made({ ...change, ssh_tunnel_rsa_key: null }, stored).content.secrets).toEqual({
      password: 'again',
      ssh_tunnel_password: 'p',
    });
  });

  it('forgets stored values of fields that the type has no more', () => {
    const stored = { properties: { ...OPEN, former: 'x' }, secrets: { password, old_secret: 'y' } };
    expect(made({ user: 'other' }, stored).content.secrets).toEqual({ password });
  });
});

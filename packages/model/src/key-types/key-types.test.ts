import { describe, expect, it } from 'vitest';
import { fieldsOfTemplate, fillKeyTemplate } from './key-template.ts';
import type { HttpAuthentication, KeyType } from './key-type.ts';
import { findKeyType, KEY_TYPES, keyTypesOfForm, oauthOf, secretFieldsOf, withPresentNames } from './key-types.ts';
import { OAUTH_PROVIDERS } from './oauth-providers.ts';

/** The fields that the requests of a key carry. */
function fieldsOfRequests(how: HttpAuthentication): readonly string[] {
  switch (how.scheme) {
    case 'bearer':
      return [how.value, how.header, how.prefix].filter((field) => field !== undefined);
    case 'oauth1':
      return [how.consumerKey, how.consumerSecret, how.token, how.tokenSecret];
    case 'oauth1_login': {
      const templates = [...Object.values(how.form), ...Object.values(how.headers)];
      return [how.consumerKey, how.consumerSecret, how.realm, ...templates.flatMap(fieldsOfTemplate)];
    }
    case 'basic':
      return [how.username, how.password].flatMap(fieldsOfTemplate);
    case 'template': {
      const { headers = {}, query = {}, token } = how;
      const form = token === undefined ? [] : [...Object.values(token.form), ...(token.basic ?? [])];
      return [...Object.values(headers), ...Object.values(query), ...form].flatMap(fieldsOfTemplate);
    }
  }
}

type HttpType = Extract<KeyType, { form: 'http' }>;

/** Templates of every address to which a row itself sends a key. */
function addressesOf({ probe, authentication: how }: HttpType): readonly string[] {
  const tokenUrl = how.scheme === 'template' ? how.token?.url : undefined;
  if (how.scheme === 'oauth1_login') return [how.initiateUrl, how.loginUrl, how.tokenUrl];
  return [probe !== null && 'url' in probe ? probe.url : undefined, tokenUrl].filter((url) => url !== undefined);
}

/** The values of the choices of a type: each one once. */
function valuesOfChoices({ fields }: HttpType): readonly Readonly<Record<string, string>>[] {
  const choices = fields.flatMap((field) =>
    field.kind === 'choice' ? field.choices.map(({ value }) => ({ [field.name]: value })) : [],
  );
  return choices.length === 0 ? [{}] : choices;
}

const distinct = (names: readonly string[]): void => expect(names).toEqual([...new Set(names)]);

describe('key types', () => {
  it('key types have names of their own, former ones included', () => {
    distinct(KEY_TYPES.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]));
    distinct(KEY_TYPES.map(({ displayName }) => displayName));
    for (const { name } of KEY_TYPES) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  it('stand in the order of their display names within a category', () => {
    for (const types of Map.groupBy(KEY_TYPES, ({ category }) => category).values()) {
      const shown = types.map(({ displayName }) => displayName);
      if (types.every((type) => 'hosts' in type && type.hosts !== null))
        expect(shown).toEqual(shown.toSorted((one, other) => one.localeCompare(other, 'en', { sensitivity: 'base' })));
    }
  });

  it.each([
    'api_key',
    'api_token',
    'access_token',
    'client_id client_secret',
    'email password',
    'username password',
    'key secret',
  ])('key types of providers are some 200, of which some require %s', { tags: 'spec:provider-types' }, (names) => {
    const providers = KEY_TYPES.filter((type) => 'hosts' in type && type.hosts !== null);
    expect(providers.length).toBeGreaterThanOrEqual(200);
    const wanted = names.split(' ');
    const having = providers.filter(({ fields }) =>
      wanted.every((name) => fields.some((field) => field.name === name && field.required === true)),
    );
    expect(having.length).toBeGreaterThan(0);
  });

  it('name replacements that exist', () => {
    for (const { replacement } of KEY_TYPES)
      if (replacement !== undefined) expect(findKeyType(replacement)?.deprecated).toBeUndefined();
  });

  it('key types are found by name and by form', () => {
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
    const how = type.authentication;
    const token = how.scheme === 'template' ? how.token : how.scheme === 'oauth1_login' ? how : undefined;
    expect(names.includes('token') && token !== undefined).toBe(false);
    for (const field of fieldsOfRequests(how)) {
      if (field === 'token' && token !== undefined) continue;
      expect(names).toContain(field);
    }
    if (type.probe !== null && 'urlField' in type.probe) expect(names).toContain(type.probe.urlField);
  });

  it('uses each secret field in a request', () => {
    if (type.form !== 'http') return expect(type).not.toHaveProperty('authentication');
    const secrets = secretFieldsOf(type).filter((name) => type.oauth === undefined || name !== 'refresh_token');
    expect(fieldsOfRequests(type.authentication)).toEqual(expect.arrayContaining(secrets));
  });

  it('obtains tokens from a provider where no secret is entered', () => {
    const entered = fields.filter(({ secret, obtained }) => secret === true && obtained !== true);
    expect(entered.length > 0).toBe(oauthOf(type) === undefined);
    const provider = OAUTH_PROVIDERS[oauthOf(type)?.provider ?? 'google'];
    for (const address of [provider.authorizationUrl, provider.tokenUrl])
      expect(address).toMatch(/^(?:https:\/\/|\{origin\}\/)/);
  });

  it('a key is sent and verified only at its own hosts, by HTTPS', () => {
    if (type.form !== 'http') return expect(type).not.toHaveProperty('hosts.0');
    if (type.hosts === null) {
      const lists = fields.filter(({ isHostList }) => isHostList);
      return expect(lists.map(({ required, obtained }) => required ?? obtained)).toEqual([true]);
    }
    expect(type.hosts.length).toBeGreaterThan(0);
    distinct(type.hosts);
    for (const values of valuesOfChoices(type)) {
      const fill = (template: string) => fillKeyTemplate(template, (field) => values[field] ?? 'acme');
      const hosts = type.hosts.map(fill);
      for (const host of hosts) expect(new URL(`https://${host}`).host).toBe(host.toLowerCase());
      for (const address of addressesOf(type)) expect(hosts).toContain(fill(address.split('/')[2] ?? ''));
    }
    // What a host is made of can only be part of a host name, so that no value leads elsewhere.
    for (const name of type.hosts.flatMap(fieldsOfTemplate)) {
      const field = fields.find((each) => each.name === name);
      if (field?.kind === 'choice') continue;
      expect(field).toMatchObject({ kind: 'text', pattern: expect.any(String) as unknown });
      expect(field?.secret).toBeUndefined();
      const pattern = new RegExp(`^(?:${(field?.kind === 'text' && field.pattern) || ''})$`);
      for (const value of ['a/b', 'a@b', 'a:1', 'a?b', 'a#b', 'a b', 'a.', '.a', 'a..b', 'a\\b', '%2e'])
        expect([value, pattern.test(value)]).toEqual([value, false]);
    }
    for (const address of addressesOf(type)) expect(address).toMatch(/^https:\/\/[^/]+\//);
  });

  it('says where its values are found', () => {
    // That of the demonstration is connected, and asks for nothing.
    if (type.demo === true) return;
    expect([...(type.guide ?? []), type.whereToFind ?? ''].join('')).not.toBe('');
    for (const sentence of type.guide ?? []) expect(sentence).toMatch(/^[^\n]{20,160}[^.]\.$/);
  });

  it('says where the key is found and documented', () => {
    if (!['google', 'snowflake'].includes(type.form) && (type.form !== 'http' || type.hosts === null))
      return expect(type).not.toHaveProperty('whereToFind');
    expect(type.whereToFind).toMatch(/^[A-Z][^\n]*[^.]\.$/);
    expect(type.documentation).toMatch(/^https:\/\/[^\s]+$/);
    expect(() => new URL(type.documentation ?? '')).not.toThrow();
    if (type.notice !== undefined) expect(type.notice).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

describe('withPresentNames', () => {
  it('renames what older keys stored', () => {
    const [type] = KEY_TYPES.filter(({ name }) => name === 'api_token');
    if (type === undefined) throw new Error('there is no key type api_token');
    expect(withPresentNames(type, { token: 't', host: 'h' })).toEqual({ api_token: 't', host: 'h' });
  });
});

it('one SQL key type has the properties of every dialect', { tags: 'proof:sql-key-properties' }, () => {
  expect(keyTypesOfForm('sql')).toEqual(['sql']);
  const properties =
    'user db_name host dialect port charset password client_key_pem client_cert_pem server_ca_pem'.split(' ');
  const tunnel = ['host', 'user', 'port', 'auth_type', 'password', 'rsa_key', 'use_sha1'].map(
    (part) => `ssh_tunnel_${part}`,
  );
  // `ssl` encrypts without certificates of one's own; the fingerprint pins the SSH server; the passphrase opens the private key, and
  // tests write to the test places alone.
  const additions = ['ssl', 'test_places', 'ssh_tunnel_host_fingerprint', 'ssh_tunnel_passphrase'];
  expect(
    findKeyType('sql')
      ?.fields.map(({ name }) => name)
      .sort(),
  ).toEqual([...properties, ...tunnel, ...additions].sort());
  expect(findKeyType('sql')?.fields.find(({ name }) => name === 'port')?.kind).toBe('number');
});

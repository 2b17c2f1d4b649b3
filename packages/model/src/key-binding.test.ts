import { describe, expect, it } from 'vitest';
import { changedPlaceFields, placeFieldsOf } from './key-binding.ts';
import type { KeyType } from './key-types/key-type.ts';
import { findKeyType } from './key-types/key-types.ts';

function typeOf(name: string): KeyType {
  const found = findKeyType(name);
  if (found === undefined) throw new Error(`There is no key type ${name}.`);
  return found;
}
const names = (fields: readonly { readonly name: string }[]): string[] => fields.map(({ name }) => name);

describe('the fields that decide where a key is sent', () => {
  it.each([
    ['api_token', ['hosts', 'verify_url']],
    ['aws', ['endpoint']],
    ['azure_storage', ['account_name', 'endpoint']],
    ['clickhouse', ['host', 'port', 'secure', 'server_ca_pem']],
    ['snowflake', ['account', 'endpoint']],
    ['databricks_oauth', ['client_id', 'host']],
    [
      'sql',
      [
        'host',
        'port',
        'ssl',
        'ssh_tunnel_host',
        'ssh_tunnel_port',
        'ssh_tunnel_host_fingerprint',
        'ssh_tunnel_user',
        'ssh_tunnel_auth_type',
        'ssh_tunnel_use_sha1',
        'server_ca_pem',
      ],
    ],
  ])('the fields that decide where a key of %s is sent are %j', (type, expected) => {
    expect(names(placeFieldsOf(typeOf(type)))).toEqual(expected);
  });

  it('include those that a template of the type names', () => {
    const fields: KeyType['fields'] = [{ name: 'workspace', label: 'Workspace', kind: 'text', doc: 'Its name.' }];
    const type: KeyType = Object.assign({}, typeOf('basic'), { fields, probe: { url: 'https://{workspace}.example' } });
    expect(names(placeFieldsOf(type))).toEqual(['workspace']);
  });
});

describe('a change of the hosts of a key', () => {
  const token = typeOf('api_token');
  const stored = { hosts: 'a.example, b.example:8443' };

  it.each(['a.example, c.example', '*.a.example', 'a.example, b.example', 'a.example:80'])(
    'a host that is added is a change of place: %s',
    (hosts) => {
      expect(names(changedPlaceFields(token, stored, { hosts }))).toEqual(['hosts']);
    },
  );

  it.each(['a.example', 'B.example:8443 A.EXAMPLE:443', ''])('a host that is removed is none: %j', (hosts) => {
    expect(changedPlaceFields(token, stored, { hosts })).toEqual([]);
  });

  it('the first host of a key that has none is a change of place', () => {
    expect(names(changedPlaceFields(token, {}, { hosts: 'a.example' }))).toEqual(['hosts']);
  });
});

describe('a change of the fields that decide where a key is sent', () => {
  const sql = typeOf('sql');
  const stored = { host: 'db', port: 5432, user: 'loader' };

  it.each([
    [{ ...stored, host: 'other' }, ['host']],
    [{ ...stored, port: 5433 }, ['port']],
    [{ host: 'db', user: 'loader' }, ['port']],
    [{ ...stored, ssl: true, ssh_tunnel_host: 'jump' }, ['ssl', 'ssh_tunnel_host']],
  ])('a change of these fields to %j is seen', (after, expected) => {
    expect(names(changedPlaceFields(sql, stored, after))).toEqual(expected);
  });

  it.each([
    { ...stored, user: 'other' },
    { ...stored, host: ' db ', port: '5432' },
    { ...stored, ssl: false, ssh_tunnel_auth_type: 'privateKey', ssh_tunnel_host: null },
  ])('a change of other fields is not seen: %j', (after) => {
    expect(changedPlaceFields(sql, stored, after)).toEqual([]);
  });
});

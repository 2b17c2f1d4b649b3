import { describe, expect, it } from 'vitest';
import type { KeyValues } from './key-type.ts';
import { findKeyType } from './key-types.ts';
import { validateKeyProperties } from './validate-key-properties.ts';

const LOGIN = { dialect: 'postgresql', host: 'db', db_name: 'ads', user: 'ann', password: 'secret' };
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const RSA = '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----';
const SSH = { ssh_tunnel_host: 'jump', ssh_tunnel_user: 'ann' };

function problemsOf(type: string, properties: KeyValues, stored: readonly string[] = []): readonly string[] {
  const found = findKeyType(type);
  if (found === undefined) throw new Error(`there is no key type ${type}`);
  const problems = validateKeyProperties(found, properties, new Set(stored));
  return problems.map(({ field, typeId }) => `${field}: ${typeId}`);
}

describe('validateKeyProperties', () => {
  it.each([
    ['api_token', { api_token: 't', hosts: 'a.example' }, []],
    ['api_token', { api_token: 't' }, ['hosts: field_required']],
    ['api_token', { api_token: 't', hosts: 'https://a.example' }, ['hosts: pattern_not_matched']],
    ['api_token', { hosts: 'a.example' }, ['api_token: field_required']],
    ['api_token', { hosts: 'a.example', api_token: '  ' }, ['api_token: field_required']],
    ['api_token', { hosts: 'a.example', api_token: 'a\nb' }, ['api_token: text_not_valid']],
    ['api_token', { hosts: 'a.example', api_token: 't', header: 'X Key' }, ['header: pattern_not_matched']],
    ['api_token', { hosts: 'a.example', api_token: 't', colour: 'red' }, ['colour: unknown_field']],
    ['aws', { aws_access_key_id: 'a', aws_secret_access_key: 'b', region: 'EU west' }, ['region: pattern_not_matched']],
    ['sql', LOGIN, []],
    ['sql', { ...LOGIN, port: 5432, ssl: true, charset: 'utf8' }, []],
    ['sql', { ...LOGIN, password: null }, ['password: sql_field_required']],
    ['sql', { ...LOGIN, dialect: 'sqlite' }, ['dialect: invalid_dialect']],
    ['sql', { ...LOGIN, charset: 'not a charset' }, ['charset: charset_not_valid']],
    ['sql', { ...LOGIN, port: '70000' }, ['port: number_not_valid']],
    ['sql', { ...LOGIN, ssl: 'perhaps' }, ['ssl: flag_not_valid']],
  ])('finds the problems of %s %j', (type, properties, problems) => {
    expect(problemsOf(type, properties)).toEqual(problems);
  });

  it('needs no secret that is stored', () => {
    const { password: _, ...rest } = LOGIN;
    expect(problemsOf('sql', rest, ['password'])).toEqual([]);
  });

  it.each([
    [{ ...SSH, ssh_tunnel_password: 'p' }, []],
    [{ ...SSH, ssh_tunnel_rsa_key: RSA }, []],
    // The form sends its default although nothing else of the group is given.
    [{ ssh_tunnel_auth_type: 'privateKey', ssh_tunnel_use_sha1: false }, []],
    [{ ssh_tunnel_host: 'jump', ssh_tunnel_password: 'p' }, ['ssh_tunnel_user: ssh_field_required']],
    [SSH, ['ssh_tunnel_password: ssh_secret_required', 'ssh_tunnel_rsa_key: ssh_secret_required']],
    [
      { ...SSH, ssh_tunnel_password: 'p', ssh_tunnel_rsa_key: RSA },
      ['ssh_tunnel_password: ssh_secret_ambiguous', 'ssh_tunnel_rsa_key: ssh_secret_ambiguous'],
    ],
    [{ ...SSH, ssh_tunnel_rsa_key: 'x' }, ['ssh_tunnel_rsa_key: malformed_rsa_key']],
  ])('SSH is all or nothing, with one secret: %j', (ssh, problems) => {
    expect(problemsOf('sql', { ...LOGIN, ...ssh })).toEqual(problems);
  });

  it('SSL is three files or none', () => {
    const ssl = { client_key_pem: RSA, client_cert_pem: PEM, server_ca_pem: PEM };
    expect(problemsOf('sql', { ...LOGIN, ...ssl })).toEqual([]);
    expect(problemsOf('sql', { ...LOGIN, server_ca_pem: PEM })).toEqual([
      'client_key_pem: ssl_field_required',
      'client_cert_pem: ssl_field_required',
    ]);
    expect(problemsOf('sql', { ...LOGIN, server_ca_pem: PEM }, ['client_key_pem', 'client_cert_pem'])).toEqual([]);
    expect(problemsOf('sql', { ...LOGIN, ...ssl, client_cert_pem: 'x' })).toEqual([
      'client_cert_pem: invalid_client_certificate',
    ]);
  });
});

import { makeCertificate } from '@switchboard/connectors/testing/certificates';
import type { KeyType, KeyValues } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { describe, expect, it } from 'vitest';
import type { Expiry } from '../../../identity/keys/key-content.ts';
import { type ExpiryContext, findExpiry } from './find-expiry.ts';

const DAY = 86_400_000;
const now = Date.now();
const NEW: ExpiryContext = { now, changed: new Set(), before: null };

const typeNamed = (name: string): KeyType => {
  const type = findKeyType(name);
  if (type === undefined) throw new Error(`There is no key type ${name}.`);
  return type;
};
const certificate = (days: number, validFrom = -1): string =>
  makeCertificate({ name: 'db', keyType: 'ec', validFrom, validTo: days }).certificate;
const token = (claims: object | string): string =>
  ['{}', typeof claims === 'string' ? claims : JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
const shown = (expiry: Expiry | null): string | null =>
  expiry && `${expiry.of}: ${Math.round((expiry.at.getTime() - now) / DAY)}`;
const find = (type: string, values: KeyValues, context = NEW) => shown(findExpiry(typeNamed(type), values, context));

describe('the end of a key', () => {
  it('the end of a key is that of its client certificate or authority, whichever ends first', () => {
    const values = { client_cert_pem: certificate(9), server_ca_pem: certificate(20) };
    expect(find('sql', values)).toBe('Client certificate: 9');
    expect(find('sql', { ...values, client_cert_pem: certificate(40) })).toBe('Server CA certificate: 20');
    expect(find('sql', { client_cert_pem: certificate(-3, -9) })).toBe('Client certificate: -3');
  });

  it('the end of a key is the first of a chain, and the last of a bundle of authorities', () => {
    const several = `${certificate(30)}\n${certificate(5)}`;
    expect(find('sql', { client_cert_pem: several })).toBe('Client certificate: 5');
    expect(find('sql', { server_ca_pem: several })).toBe('Server CA certificate: 30');
  });

  it('the end of a key is what a token says of itself', () => {
    const exp = Math.round(now / 1000) + 7 * 86_400;
    expect(find('api_token', { api_token: token({ exp }) })).toMatch(/: 7$/);
  });

  it('the end of a key is what a shared access signature says of itself', () => {
    const end = encodeURIComponent(new Date(now + 6 * DAY).toISOString());
    const sas_token = `?sv=2021-12-02&sr=c&se=${end}&sp=rl&sig=abc%3D`;
    expect(find('azure_storage', { auth_type: 'sas_token', sas_token })).toBe('SAS token: 6');
    expect(find('azure_storage', { sas_token: 'sv=2021-12-02&si=policy&sr=c&sig=abc%3D' })).toBeNull();
    expect(find('azure_storage', { sas_token: 'se=soon&sig=abc%3D' })).toBeNull();
  });

  it.each([
    ['without claims', 'a.b.c'],
    ['of another kind', 'not-a-token'],
    ['without an end', token({ sub: 'x' })],
    ['with an end that is not a number', token({ exp: 'tomorrow' })],
    ['with an end that no calendar has', token({ exp: 1e300 })],
    ['whose claims are a list', token('[1]')],
  ])('the end of a key is not known of a token %s', (_, given) => {
    expect(find('api_token', { api_token: given })).toBeNull();
  });

  it('the end of a key is not known of other keys, nor of a text that only looks like a certificate', () => {
    expect(
      find('sql', {
        host: 'db.example',
        password: 'p',
        client_key_pem: certificate(3).replaceAll('CERTIFICATE', 'KEY'),
      }),
    ).toBeNull();
    expect(find('sql', { client_cert_pem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' })).toBeNull();
  });

  it('the end of a key is counted from the day on which a token of known life was given', () => {
    const values = { access_token: 'opaque' };
    const given = { ...NEW, changed: new Set(['access_token']) };
    expect(find('pubmatic_token', values, given)).toBe('Access token: 60');
    const before = { at: new Date(now + 12 * DAY), of: 'Access token' };
    expect(find('pubmatic_token', values, { ...NEW, before })).toBe('Access token: 12');
    expect(find('pubmatic_token', values)).toBeNull();
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretsOf } from '../secrets.ts';
import type { KeyProperties } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../testing/google/stand-in.ts';
import { PRIVATE_PEM } from '../testing/google/token-endpoint.ts';
import { RSA_PEMS } from '../testing/rsa-pems.ts';
import { serveTcp } from '../testing/tcp-server.ts';
import { type KeyVerdict, verifyKey } from './verify-key.ts';

let google: GoogleStandIn;
beforeAll(async () => {
  google = await startGoogleStandIn();
});
afterAll(() => google.close());
beforeEach(() => google.plant());

const verify = (key: KeyProperties, timeoutMs?: number): Promise<KeyVerdict> =>
  verifyKey(key, buildContext(), timeoutMs);
const withText = (text: string): KeyProperties => ({
  ...google.tokens.key(),
  properties: { ...google.tokens.key().properties, service_account_json: text },
});
const pemOf = (kind: 'short' | 'ec'): string => {
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  return kind === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding, publicKeyEncoding }).privateKey
    : generateKeyPairSync('rsa', { modulusLength: 512, privateKeyEncoding, publicKeyEncoding }).privateKey;
};

describe('a Google service account', () => {
  it('accepts an account that Google gives a token for, another one each time', async () => {
    for (const _ of [1, 2]) expect(await verify(google.tokens.key())).toEqual({ ok: true, tried: true });
    expect(google.asked()).toEqual(['POST /token', 'POST /token']);
  });

  it.each([
    ['{', 'json_not_valid', 'The provided JSON is not valid'],
    ['[]', 'json_not_valid', 'The provided JSON is not valid'],
    ['{}', 'client_email_missing', 'Please provide a client email attribute in the JSON'],
    [' ', 'field_required', 'Service account JSON is required.'],
  ])('%j is refused before anything is sent', { tags: 'spec:service-account-json' }, async (text, typeId, message) => {
    const verdict = await verify(withText(text));
    expect(verdict).toEqual({ ok: false, problems: [{ typeId, field: 'service_account_json', message }] });
    expect(google.asked()).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ['another private key', { private_key: RSA_PEMS.stranger }, 'incorrect_rsa_key', 'Incorrect RSA key.'],
    ['a broken private key', { private_key: PRIVATE_PEM.slice(0, 300) }, 'malformed_rsa_key', 'Malformed RSA key.'],
    ['a short private key', { private_key: pemOf('short') }, 'malformed_rsa_key', 'Malformed RSA key.'],
    ['a key of a curve', { private_key: pemOf('ec') }, 'malformed_rsa_key', 'Malformed RSA key.'],
    [
      'no private key',
      { private_key: undefined },
      'private_key_missing',
      'The JSON has no private key. Paste the JSON key of a service account.',
    ],
    [
      'an unknown account',
      { client_email: 'unknown@acme.example' },
      'unknown_service_account',
      'Google has no such service account, or it is disabled.',
    ],
  ])('refuses %s at its field', async (_, change, typeId, message) => {
    const verdict = await verify(google.tokens.key(change));
    expect(verdict).toEqual({ ok: false, problems: [{ typeId, field: 'service_account_json', message }] });
  });

  it.each([
    'https://evil.example/token',
    'http://oauth2.googleapis.com/token',
    'https://oauth2.googleapis.com:8443/token',
    'https://oauth2.googleapis.com.evil.example/token',
    'https://user:word@oauth2.googleapis.com/token',
    'http://169.254.169.254/computeMetadata/v1/token',
    'http://127.0.0.2/token',
    'file:///etc/passwd',
    'no address',
  ])('refuses %s as the address of tokens before anything is sent', async (token_uri) => {
    const verdict = await verify(google.tokens.key({ token_uri }));
    expect(verdict).toMatchObject({
      ok: false,
      problems: [{ typeId: 'token_address_not_allowed', field: 'service_account_json' }],
    });
  });

  it('accepts a host that the administrator has listed', async () => {
    const gone = await verify(google.tokens.key({ token_uri: 'http://127.0.0.1:1/token' }));
    expect(gone).toMatchObject({ problems: [{ typeId: 'port_inaccessible', field: 'service_account_json' }] });
  });

  it.each([
    ['refuses', { status: 403, reason: 'forbidden' }, 'rejected'],
    ['is busy', { status: 503, reason: 'backendError' }, 'rejected'],
    ['redirects', { status: 302, reason: 'moved', headers: { location: 'http://127.0.0.1:1/' } }, 'rejected'],
    ['cuts the connection', 'cut-after', 'rejected'],
  ] as const)('a Google service account is not accepted when the server %s', async (_, kind, typeId) => {
    google.plant({ request: /token/, kind });
    expect(await verify(google.tokens.key())).toMatchObject({ ok: false, problems: [{ typeId }] });
    expect(google.asked()).toHaveLength(1);
  });

  it('gives up after the time for it', async () => {
    const port = await serveTcp(() => undefined);
    const verdict = await verify(google.tokens.key({ token_uri: `http://127.0.0.1:${port}/token` }), 200);
    const message = 'Connection timed out for these settings.';
    expect(verdict).toEqual({ ok: false, problems: [{ typeId: 'connection_timed_out', field: null, message }] });
  });

  it.each([-3 * 3600_000, 3 * 3600_000, 90_000])('accepts clocks that differ by %d ms', async (skew) => {
    google.clock.now += skew;
    try {
      expect(await verify(google.tokens.key())).toEqual({ ok: true, tried: true });
    } finally {
      google.clock.now -= skew;
    }
  });

  it('keeps its private key out of messages, as its JSON holds it and line by line', () => {
    const secrets = secretsOf(google.tokens.key());
    expect(secrets).toContain(PRIVATE_PEM);
    expect(secrets).toContain(google.tokens.key().properties['service_account_json']);
  });
});

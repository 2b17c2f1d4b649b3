import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useHttpServer } from '../../testing/hooks/use-server.ts';
import { createIdentity } from './identity.ts';

const AUDIENCE = 'https://switchboard.test/api';
const installation = useHttpServer();
let provider: Server;
let issuer: string;
let privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** A provider with a discovery document and keys. */
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  privateKey = pair.privateKey;
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' }];
  provider = createServer((request, response) => {
    const isDiscovery = request.url === '/.well-known/openid-configuration';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isDiscovery ? { issuer, jwks_uri: `${issuer}/keys` } : { keys }));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

const tokenWith = (claims: Record<string, unknown>): Promise<string> =>
  new SignJWT({ iss: issuer, aud: AUDIENCE, sub: 'ada', email: 'ada@acme.test', email_verified: true, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(privateKey);
async function check(claims: Record<string, unknown>, requireSecondFactor = true) {
  const { database, masterKey, url: publicUrl } = installation;
  const oidc = { issuer, clientId: 'console', audience: AUDIENCE };
  const { verifyBearer } = await createIdentity({ database, masterKey, publicUrl, oidc, requireSecondFactor });
  return verifyBearer(`Bearer ${await tokenWith(claims)}`);
}
const REFUSED = { status: 401, code: 'INVALID_TOKEN' };

describe('a token of another provider', () => {
  test.each([
    ['mfa among its methods', { amr: ['pwd', 'mfa'] }],
    [
      'the class of OpenID for several factors',
      { acr: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' },
    ],
    ['the class of REFEDS', { acr: 'https://refeds.org/profile/mfa' }],
    ['the class of Okta', { acr: 'urn:okta:loa:2fa:any' }],
  ])('passes a required second factor by %s', async (_, claims) => {
    expect(await check(claims)).toEqual({
      issuer,
      subject: 'ada',
      grantId: null,
      verifiedEmail: 'ada@acme.test',
      hasSecondFactor: true,
    });
  });

  test.each([
    ['no methods', {}],
    ['a password alone', { amr: ['pwd'] }],
    ['methods that are not a list', { amr: 'mfa' }],
    ['another class', { acr: 'urn:mace:incommon:iap:silver' }],
    ['a list of classes', { acr: ['https://refeds.org/profile/mfa'] }],
    ['a method as class', { acr: 'mfa' }],
  ])('lacks a required second factor with %s', async (_, claims) => {
    await expect(check(claims)).rejects.toMatchObject(REFUSED);
  });

  test('needs no methods where no second factor is required', async () => {
    expect(await check({}, false)).toMatchObject({ subject: 'ada' });
  });

  test('vouches for no email address that the provider has not verified', async () => {
    expect(await check({ email_verified: 'true' }, false)).toMatchObject({ verifiedEmail: null });
  });

  test('works for this audience only', async () => {
    await expect(check({ aud: 'https://other.test/api' }, false)).rejects.toMatchObject(REFUSED);
  });
});

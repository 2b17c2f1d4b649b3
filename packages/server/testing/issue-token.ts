import { randomBytes } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import type { Database } from '../src/db/database.ts';
import type { Identity } from '../src/identity/identity.ts';
import { createOidcAdapter } from '../src/identity/oidc-adapter.ts';
import { API_SCOPE } from '../src/identity/oidc-provider.ts';
import { loadSigningKeys } from '../src/identity/signing-keys.ts';
import { ACCESS_TOKEN_TTL } from '../src/identity/token-times.ts';
import type { MasterKey } from '../src/settings/master-key.ts';

type Issuer = { readonly database: Database; readonly masterKey: MasterKey; readonly identity: Identity };

/** Makes what gives people the access token that a sign-in ends with, and the grant behind it, without the steps of the form. `lifetime`: seconds. */
export async function createTokenIssuer(
  server: Issuer,
): Promise<(personId: string, lifetime?: number) => Promise<string>> {
  const { database, masterKey, identity } = server;
  const { issuer, clientId, audience } = identity.client;
  const [jwk] = (await loadSigningKeys(database, masterKey, Date.now())).token;
  if (jwk === undefined) throw new Error('There is no signing key.');
  const key = await importJWK(jwk, 'ES256');
  const header = { alg: 'ES256', typ: 'at+jwt', ...(jwk.kid === undefined ? {} : { kid: jwk.kid }) };
  const grants = createOidcAdapter(database, masterKey)('Grant');
  return async (personId, lifetime = ACCESS_TOKEN_TTL) => {
    const grantId = randomBytes(32).toString('base64url');
    const resources = { [audience]: API_SCOPE };
    const granted = {
      accountId: personId,
      clientId,
      kind: 'Grant',
      iat: Math.floor(Date.now() / 1000),
      openid: { scope: 'openid email profile' },
      resources,
    };
    await grants.upsert(grantId, granted, 14 * 86_400);
    return new SignJWT({ client_id: clientId, scope: API_SCOPE, gid: grantId })
      .setProtectedHeader(header)
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(personId)
      .setIssuedAt()
      .setExpirationTime(`${lifetime}s`)
      .sign(key);
  };
}

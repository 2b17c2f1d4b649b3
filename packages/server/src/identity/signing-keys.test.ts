import { createServer } from 'node:http';
import { decodeProtectedHeader, type JWK, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { queryAsSuperuser } from '../../testing/database.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { createIdentity, type Identity } from './identity.ts';
import { loadSigningKeys, rotateSigningKeys } from './signing-keys.ts';

const used = useDatabase();
const { database } = used;
const masterKey = Buffer.alloc(32, 3);
const MINUTE = 60_000;
const issuer = 'http://localhost:3000/oidc';

/** The ids of the keys that a program publishes, as a client reads them. */
async function published(identity: Identity): Promise<readonly string[]> {
  const provider = await identity.currentProvider();
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { keys } = (await (await fetch(`http://127.0.0.1:${port}/jwks`)).json()) as { keys: readonly JWK[] };
  return keys.map(({ kid = '' }) => kid);
}

test('a new key is published before it signs, and the former one until what it signed has expired, without a restart', async () => {
  const start = Date.now();
  let now = start;
  const clock = (): number => now;
  const options = {
    database,
    masterKey,
    publicUrl: 'http://localhost:3000',
    oidc: { issuer: null, clientId: 'console', audience: 'http://localhost:3000/api' },
    now: clock,
  };
  const identity = await createIdentity(options);
  const [former = ''] = await published(identity);
  /** A token of the key that signs now. */
  const sign = async (): Promise<string> => {
    const [key = {}] = (await loadSigningKeys(database, masterKey, now)).token;
    return new SignJWT({ gid: 'grant' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid ?? '' })
      .setIssuer(issuer)
      .setAudience(options.oidc.audience)
      .setSubject('person')
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(key);
  };
  const accepted = (token: string): Promise<string> =>
    identity.verifyBearer(`Bearer ${token}`).then(
      () => 'accepted',
      () => 'refused',
    );

  now = start + MINUTE;
  expect(await rotateSigningKeys(database, masterKey, { now, olderThan: start - MINUTE })).toBe(false);
  expect(await rotateSigningKeys(database, masterKey, { now, olderThan: null })).toBe(true);
  now = start + 3 * MINUTE;
  const both = await published(identity);
  expect(both).toHaveLength(2);
  const next = both.find((kid) => kid !== former) ?? '';
  const byFormer = await sign();
  expect(decodeProtectedHeader(byFormer).kid).toBe(former);

  now = start + 7 * MINUTE;
  expect((await published(identity))[0]).toBe(next);
  const byNext = await sign();
  expect(decodeProtectedHeader(byNext).kid).toBe(next);
  expect([await accepted(byFormer), await accepted(byNext)]).toEqual(['accepted', 'accepted']);

  now = start + 20 * MINUTE;
  expect(await published(identity)).toEqual([next]);
  expect([await accepted(byFormer), await accepted(byNext)]).toEqual(['refused', 'accepted']);

  const rows = await queryAsSuperuser(used.url, `select actor from audit_entry where kind = 'signing_key_rotated'`);
  expect(rows).toEqual([{ actor: 'system' }]);
});

import { authorizationAddress, oauthServerOf } from '@switchboard/connectors';
import { findKeyType, keyProblem, oauthOf } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { RequestError } from '../../../graphql/request-error.ts';
import type { Session } from '../../../identity/session.ts';
import { checkDescription, checkName, nameTaken } from '../content/check-texts.ts';
import { findKeyNameOwner } from '../rename-key.ts';
import { invalid, type KeyAnswer } from '../save/key-answer.ts';
import type { SaveParts } from '../save/save-parts.ts';
import {
  CALLBACK_PATH,
  createSignInSecrets,
  hashOf,
  SIGN_IN_SECONDS,
  signInCookie,
  verifierOf,
} from './sign-in-cookie.ts';

/** The key that a person wants to connect: a new one, or with an id a stored one that is connected again. */
export type KeyToConnect = {
  readonly type: string;
  readonly id: string | null;
  readonly name: string;
  readonly description: string;
};

export type BegunSignIn = Exclude<KeyAnswer, { kind: 'saved' }>;

/** Sign-ins of a person that wait for an answer. */
const OPEN_AT_MOST = 20;

/**
 * Begins the sign-in of a person at the provider of a key type.
 * @throws RequestError RATE_LIMITED when the person has begun too many
 */
export async function beginSignIn(
  { database, clients, publicUrl }: Pick<SaveParts, 'database' | 'clients' | 'publicUrl'>,
  accountId: string,
  { person, urlName }: Session,
  key: KeyToConnect,
): Promise<BegunSignIn> {
  const name = key.name.trim();
  const description = key.description.trim();
  const type = findKeyType(key.type);
  const oauth = type && oauthOf(type);
  if (type === undefined || oauth === undefined)
    return invalid({ ...keyProblem('unknown_key_type', null, key.type.slice(0, 100)), field: 'credential_type' });
  const texts = key.id === null ? [checkName(name), checkDescription(description)] : [];
  const problems = texts.filter((problem) => problem !== null);
  if (problems.length > 0) return invalid(...problems);
  const server = oauthServerOf(oauth, clients);
  if (server === null) return invalid(keyProblem('oauth_not_configured', null, oauth.provider));

  const secrets = createSignInSecrets();
  const refused = await database.withAccount(accountId, async (tx): Promise<BegunSignIn | null> => {
    const stored = key.id === null ? name : await nameOfKey(tx, accountId, key.id, type.name);
    if (stored === null) return { kind: 'missing' };
    if (key.id === null) {
      const owner = await findKeyNameOwner(tx, accountId, name, null);
      if (owner !== 'free') return invalid(nameTaken(owner, name));
    }
    await sql`delete from oauth_sign_in where account_id = ${accountId} and expires < now()`.execute(tx);
    const open = await sql<{ count: number }>`
      select count(*) as count from oauth_sign_in where account_id = ${accountId} and person_id = ${person.id}
    `.execute(tx);
    if ((open.rows[0]?.count ?? 0) >= OPEN_AT_MOST)
      throw new RequestError('RATE_LIMITED', { seconds: SIGN_IN_SECONDS });
    await sql`
      insert into oauth_sign_in (account_id, person_id, state_hash, browser_hash, key_type, key_id, name, description, route, expires)
      values (${accountId}, ${person.id}, ${hashOf(secrets.state)}, ${hashOf(secrets.browser)}, ${type.name}, ${key.id}, ${stored},
        ${description}, ${`/app/${urlName ?? ''}/keys`}, now() + make_interval(secs => ${SIGN_IN_SECONDS}))
    `.execute(tx);
    return null;
  });
  if (refused !== null) return refused;
  const url = await authorizationAddress(server, {
    redirectUri: `${publicUrl}${CALLBACK_PATH}`,
    scopes: oauth.scopes,
    state: secrets.state,
    verifier: verifierOf(secrets),
  });
  return { kind: 'begun', url, cookie: signInCookie(secrets, accountId, publicUrl) };
}

/** The name of a stored key of this type; null when there is none. */
async function nameOfKey(tx: Tx, accountId: string, id: string, type: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from key where account_id = ${accountId} and id = ${id} and type = ${type} and status <> 'archived'
  `.execute(tx);
  return rows[0]?.name ?? null;
}

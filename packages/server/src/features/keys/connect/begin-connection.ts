import { authorizationAddress, oauthServerOf } from '@switchboard/connectors';
import { keyProblem } from '@switchboard/model/key-types/key-problems';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { findKeyNameOwner } from '../../../identity/keys/key-names.ts';
import type { Session } from '../../../identity/session.ts';
import { CALLBACK_PATH, createSignInSecrets, signInCookie, verifierOf } from '../../sign-ins/sign-in-cookie.ts';
import { storeSignIn } from '../../sign-ins/store-sign-in.ts';
import { checkDescription, checkName, nameTaken } from '../content/check-texts.ts';
import { invalid, type KeyAnswer } from '../save/key-answer.ts';
import type { SaveParts } from '../save/save-parts.ts';

/** The key that a person wants to connect: a new one, or with an id a stored one that is connected again. */
export type KeyToConnect = {
  readonly type: string;
  readonly id: string | null;
  readonly name: string;
  readonly description: string;
};

export type BegunSignIn = Exclude<KeyAnswer, { kind: 'saved' }>;

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
    await storeSignIn(tx, {
      accountId,
      personId: person.id,
      secrets,
      subject: { kind: 'key', type: type.name, id: key.id, name: stored, description },
      route: `/app/${urlName ?? ''}/keys`,
    });
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

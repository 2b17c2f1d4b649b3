import { exchangeCode, OAuthFailure, type OAuthServer, type OAuthTokens, oauthServerOf } from '@switchboard/connectors';
import { findKeyType, type KeyType, type OAuthProblem, oauthOf } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { findPersonWith } from '../../../identity/resolve-session.ts';
import type { Person } from '../../../identity/session.ts';
import { learnSecrets } from '../../../observe/scope.ts';
import { accessTimes, secretsOfTokens } from '../../../pipeline/attempts/key-access.ts';
import { recordEvent } from '../../../pipeline/attempts/unit-status.ts';
import { unsuspendKey } from '../../../pipeline/suspension/unsuspend.ts';
import { addKey } from '../add-key.ts';
import type { KeyContent } from '../content/compose-key.ts';
import { claimKeyName } from '../rename-key.ts';
import { isNameTaken } from '../save/add-new-key.ts';
import type { SaveParts } from '../save/save-parts.ts';
import { lockStoredKey, updateKey } from '../store-key.ts';
import { CALLBACK_PATH, hashOf, readSignInCookie, verifierOf } from './sign-in-cookie.ts';

/** How a sign-in ended. `route` and `name` are null when it is not known which one it was. */
export type FinishedSignIn = {
  readonly problem: OAuthProblem | null;
  readonly route: string | null;
  readonly name: string | null;
};

type SignIn = {
  readonly accountId: string;
  readonly person_id: string;
  readonly key_type: string;
  readonly key_id: string | null;
  readonly name: string;
  readonly description: string;
  readonly route: string;
  readonly is_expired: boolean;
};

const FOREIGN: FinishedSignIn = { problem: 'foreign', route: null, name: null };

/**
 * Completes a sign-in with the answer of the provider, and stores what it gave. The first answer consumes the sign-in, whatever
 * becomes of it. It must come from the browser that began it, for a person who may still change keys.
 */
export async function finishSignIn(
  parts: SaveParts,
  { answer, cookies }: { readonly answer: URLSearchParams; readonly cookies: string | undefined },
): Promise<FinishedSignIn> {
  const state = answer.get('state') ?? '';
  const kept = readSignInCookie(cookies, state);
  if (kept === null) return FOREIGN;
  const { accountId, browser } = kept;
  const signIn = await takeSignIn(parts, accountId, { state, browser });
  if (signIn === null) return { ...FOREIGN, problem: 'expired' };
  const { route, name } = signIn;
  const problem = signIn.is_expired
    ? 'expired'
    : await connect(parts, signIn, { answer, state, verifier: verifierOf({ state, browser }) });
  return { problem, route, name };
}

/** The account is proved by the secrets: no other row has their hashes. */
async function takeSignIn(
  { database }: SaveParts,
  accountId: string,
  { state, browser }: { readonly state: string; readonly browser: string },
): Promise<SignIn | null> {
  return database.withAccount(accountId, async (tx) => {
    const { rows } = await sql<Omit<SignIn, 'accountId'>>`
      delete from oauth_sign_in
      where account_id = ${accountId} and state_hash = ${hashOf(state)} and browser_hash = ${hashOf(browser)}
      returning person_id, key_type, key_id, name, description, route, expires < now() as is_expired
    `.execute(tx);
    return rows[0] === undefined ? null : { ...rows[0], accountId };
  });
}

type Answer = { readonly answer: URLSearchParams; readonly state: string; readonly verifier: string };

/** Returns what prevented it. */
async function connect(parts: SaveParts, signIn: SignIn, given: Answer): Promise<OAuthProblem | null> {
  const { accountId, person_id: personId } = signIn;
  const person = await findPersonWith(parts.database, { personId, accountId }, 'manage-keys');
  if (person === null) return 'not_allowed';
  const type = findKeyType(signIn.key_type);
  const oauth = type && oauthOf(type);
  const server = oauth === undefined ? null : oauthServerOf(oauth, parts.clients);
  if (type === undefined || server === null) return 'client';
  let tokens: OAuthTokens;
  try {
    const redirectUri = `${parts.publicUrl}${CALLBACK_PATH}`;
    const signal = new AbortController().signal;
    tokens = await exchangeCode(server, { ...given, redirectUri }, { egress: parts.egress, signal });
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    return error.problem;
  }
  const content = contentOf(type, server, tokens);
  learnSecrets(Object.values(content.secrets));
  const verified = await parts.verify(accountId, {
    name: signIn.name,
    type: type.name,
    properties: { ...content.properties, ...content.secrets },
  });
  if (!('tried' in verified)) return 'unusable';
  const connected = { type, person, content, server, tokens };
  try {
    return await parts.database.withAccount(accountId, (tx) =>
      signIn.key_id === null
        ? storeNew(tx, parts, signIn, connected)
        : storeAgain(tx, parts, { ...signIn, key_id: signIn.key_id }, connected),
    );
  } catch (error) {
    if (isNameTaken(error)) return 'name_taken';
    throw error;
  }
}

/** A key whose hosts depend on where its provider runs is bound to that host. */
function contentOf({ fields }: KeyType, { client }: OAuthServer, tokens: OAuthTokens): KeyContent {
  const isBound = client.origin !== null && fields.some(({ name, obtained }) => name === 'host' && obtained === true);
  return {
    properties: isBound ? { host: new URL(client.origin ?? '').host } : {},
    secrets: secretsOfTokens(tokens),
  };
}

type Connected = {
  readonly type: KeyType;
  readonly person: Person;
  readonly content: KeyContent;
  readonly server: OAuthServer;
  readonly tokens: OAuthTokens;
};

async function storeNew(
  tx: Tx,
  { vault }: SaveParts,
  { accountId, name, description }: SignIn,
  { type, person, content, server, tokens }: Connected,
): Promise<OAuthProblem | null> {
  if ((await claimKeyName(tx, accountId, name, null)) !== 'free') return 'name_taken';
  const id = await addKey(tx, vault, accountId, {
    name,
    type: type.name,
    description,
    ...content,
    personId: person.id,
  });
  await storeTimes(tx, { accountId, id, server, tokens });
  const parameters = { person: person.name, key: name, type: type.displayName };
  await recordEvent(tx, { accountId, severity: 'info', code: 'KEY_ADDED', parameters });
  return null;
}

/** Replaces the tokens of a key, which makes it active. */
async function storeAgain(
  tx: Tx,
  { vault, queue, now }: SaveParts,
  { accountId, key_id: id }: SignIn & { readonly key_id: string },
  { type, person, content, server, tokens }: Connected,
): Promise<OAuthProblem | null> {
  const locked = await lockStoredKey(tx, accountId, id);
  if (locked === null || locked.type !== type.name) return 'missing';
  const { name, description } = locked;
  await updateKey(tx, vault, { accountId, key: locked, content, description, personId: person.id });
  await storeTimes(tx, { accountId, id, server, tokens });
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'KEY_RECONNECTED',
    parameters: { person: person.name, key: name },
  });
  if (locked.status === 'suspended')
    await unsuspendKey(tx, queue, { accountId, name }, { by: person.name, now: now() });
  return null;
}

type Times = Pick<Connected, 'server' | 'tokens'> & { readonly accountId: string; readonly id: string };

async function storeTimes(tx: Tx, { accountId, id, server, tokens }: Times): Promise<void> {
  await sql`
    update key set ${accessTimes(tokens, server)} where account_id = ${accountId} and id = ${id}
  `.execute(tx);
}

import { exchangeCode, OAuthFailure, type OAuthServer, type OAuthTokens, oauthServerOf } from '@switchboard/connectors';
import { keyHostOf } from '@switchboard/model/key-types/key-hosts';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import type { OAuthProblem } from '@switchboard/model/key-types/oauth-providers';
import type { Tx } from '../../../db/database.ts';
import { addKey } from '../../../identity/keys/add-key.ts';
import { secretsOfTokens, storeAccessTimes } from '../../../identity/keys/key-access.ts';
import type { KeyContent } from '../../../identity/keys/key-content.ts';
import { claimKeyName } from '../../../identity/keys/key-names.ts';
import { recordKeyChange } from '../../../identity/keys/record-key-change.ts';
import { lockStoredKey, updateKey } from '../../../identity/keys/store-key.ts';
import { findPersonWith } from '../../../identity/resolve-session.ts';
import type { Person } from '../../../identity/session.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import { learnSecrets } from '../../../observe/scope.ts';
import { unsuspendKey } from '../../../pipeline/recovery/unsuspend.ts';
import type { GivenAnswer } from '../../sign-ins/service.ts';
import { CALLBACK_PATH } from '../../sign-ins/sign-in-cookie.ts';
import type { SignIn } from '../../sign-ins/store-sign-in.ts';
import { isNameTaken } from '../save/add-new-key.ts';
import type { SaveParts } from '../save/save-parts.ts';

/** Exchanges the answer of a provider for tokens, tries them, and stores the key. Returns what prevented it. */
export async function connectKey(parts: SaveParts, signIn: SignIn, given: GivenAnswer): Promise<OAuthProblem | null> {
  const { accountId, personId } = signIn;
  const person = await findPersonWith(parts.database, { personId, accountId }, 'manage-keys');
  if (person === null) return 'not_allowed';
  const type = findKeyType(signIn.type);
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
      signIn.id === null
        ? storeNew(tx, parts, signIn, connected)
        : storeAgain(tx, parts, { accountId, id: signIn.id }, connected),
    );
  } catch (error) {
    if (isNameTaken(error)) return 'name_taken';
    throw error;
  }
}

/** A key whose hosts depend on where its provider runs is bound to that host. */
function contentOf({ fields }: KeyType, { client }: OAuthServer, tokens: OAuthTokens): KeyContent {
  const field = fields.find(({ isHostList, obtained }) => isHostList === true && obtained === true);
  return {
    properties: field && client.origin !== null ? { [field.name]: keyHostOf(new URL(client.origin)) } : {},
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
  await storeAccessTimes(tx, { accountId, id, server, tokens });
  const parameters = { person: person.name, key: name, type: type.displayName };
  await recordEvent(tx, { accountId, severity: 'info', code: 'KEY_ADDED', parameters });
  return null;
}

/** Replaces the tokens of a key, which makes it active. */
async function storeAgain(
  tx: Tx,
  { vault, queue, now }: SaveParts,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  { type, person, content, server, tokens }: Connected,
): Promise<OAuthProblem | null> {
  const locked = await lockStoredKey(tx, accountId, id);
  if (locked === null || locked.type !== type.name) return 'missing';
  const { name, description } = locked;
  await updateKey(tx, vault, { accountId, key: locked, content, description, personId: person.id });
  await storeAccessTimes(tx, { accountId, id, server, tokens });
  await recordKeyChange(tx, { accountId, keyId: id, change: 'reconnected', personId: person.id });
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'KEY_RECONNECTED',
    parameters: { person: person.name, key: name },
  });
  if (locked.status === 'suspended')
    await unsuspendKey(tx, queue, { accountId, name }, { by: person.name, now: now(), personId: person.id });
  return null;
}

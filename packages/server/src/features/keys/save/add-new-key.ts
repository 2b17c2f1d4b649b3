import { oauthServerOf } from '@switchboard/connectors';
import { keyProblem } from '@switchboard/model/key-types/key-problems';
import type { KeyValues } from '@switchboard/model/key-types/key-type';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import type { Tx } from '../../../db/database.ts';
import { addKey } from '../../../identity/keys/add-key.ts';
import { claimKeyName, findKeyNameOwner } from '../../../identity/keys/key-names.ts';
import type { Session } from '../../../identity/session.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import { beginSignIn } from '../connect/begin-connection.ts';
import { checkDescription, checkName, nameTaken } from '../content/check-texts.ts';
import { composeKey } from '../content/compose-key.ts';
import { findExpiry } from '../content/find-expiry.ts';
import { invalid, type KeyAnswer } from './key-answer.ts';
import { learnGivenSecrets, type SaveParts } from './save-parts.ts';

export type NewKey = {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** Null: only the name is validated. */
  readonly properties: KeyValues | null;
  /** Saves nothing. */
  readonly validateOnly: boolean;
};

/** Validates a new key, tries it, and stores it. Of a type that is connected by OAuth, the sign-in is begun. */
export async function addNewKey(
  parts: SaveParts,
  accountId: string,
  session: Session,
  key: NewKey,
): Promise<KeyAnswer> {
  const { database, vault, verify, clients } = parts;
  const { person } = session;
  const { properties, validateOnly } = key;
  const name = key.name.trim();
  const description = key.description.trim();
  const type = findKeyType(key.type);
  learnGivenSecrets(type ?? key.type, properties ?? {});
  if (type === undefined)
    return invalid({ ...keyProblem('unknown_key_type', null, key.type.slice(0, 100)), field: 'credential_type' });
  const textProblems = [checkName(name), checkDescription(description)].filter((problem) => problem !== null);
  if (textProblems.length > 0) return invalid(...textProblems);
  const owner = await database.withAccount(accountId, (tx) => findKeyNameOwner(tx, accountId, name, null));
  if (owner !== 'free') return invalid(nameTaken(owner, name));
  const oauth = oauthOf(type);
  if (oauth !== undefined) {
    if (Object.keys(properties ?? {}).length > 0) return invalid(keyProblem('obtained_by_connecting', null));
    if (!validateOnly) return beginSignIn(parts, accountId, session, { type: type.name, id: null, name, description });
    if (oauthServerOf(oauth, clients) === null)
      return invalid(keyProblem('oauth_not_configured', null, oauth.provider));
    return { kind: 'saved', id: null, verified: false };
  }
  if (properties === null && validateOnly) return { kind: 'saved', id: null, verified: false };

  const composed = composeKey(type, { given: properties ?? {}, replace: true });
  if (!('content' in composed)) return invalid(...composed);
  const verified = await verify(accountId, { name, type: type.name, properties: composed.values });
  if (!('tried' in verified)) return invalid(...verified);
  if (validateOnly) return { kind: 'saved', id: null, verified: verified.tried };

  const store = async (tx: Tx): Promise<KeyAnswer> => {
    const claimed = await claimKeyName(tx, accountId, name, null);
    if (claimed !== 'free') return invalid(nameTaken(claimed, name));
    const id = await addKey(tx, vault, accountId, {
      name,
      type: type.name,
      description,
      ...composed.content,
      expiry: findExpiry(type, composed.values, {
        now: parts.now(),
        changed: new Set(composed.changed.map((field) => field.name)),
        before: null,
      }),
      personId: person.id,
    });
    await recordEvent(tx, {
      accountId,
      severity: 'info',
      code: 'KEY_ADDED',
      parameters: { person: person.name, key: name, type: type.displayName },
    });
    return { kind: 'saved', id, verified: verified.tried };
  };
  try {
    return await database.withAccount(accountId, store);
  } catch (error) {
    if (isNameTaken(error)) return invalid(nameTaken('taken', name));
    throw error;
  }
}

/** Whether another transaction has stored a key of the same name meanwhile. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'key_name';

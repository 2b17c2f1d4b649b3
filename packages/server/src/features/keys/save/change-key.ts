import { keyProblem } from '@switchboard/model/key-types/key-problems';
import type { KeyValues } from '@switchboard/model/key-types/key-type';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import type { Tx } from '../../../db/database.ts';
import { AccountKeyError } from '../../../identity/account-keys/account-keys.ts';
import type { Expiry, KeyContent } from '../../../identity/keys/key-content.ts';
import { findKeyNameOwner } from '../../../identity/keys/key-names.ts';
import { openSecrets } from '../../../identity/keys/open-key.ts';
import { recordKeyChange } from '../../../identity/keys/record-key-change.ts';
import {
  expiryOf,
  lockStoredKey,
  markKeyChanged,
  readKeyNamed,
  type StoredKey,
  storeExpiry,
  updateKey,
} from '../../../identity/keys/store-key.ts';
import type { Session } from '../../../identity/session.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import { unsuspendKey } from '../../../pipeline/recovery/unsuspend.ts';
import { checkDescription, checkName, nameTaken } from '../content/check-texts.ts';
import { composeKey } from '../content/compose-key.ts';
import { findExpiry } from '../content/find-expiry.ts';
import { renameKey } from '../rename-key.ts';
import { isNameTaken } from './add-new-key.ts';
import { invalid, type KeyAnswer } from './key-answer.ts';
import { learnGivenSecrets, type SaveParts } from './save-parts.ts';

export type KeyEdit = {
  /** Its present or a former name. */
  readonly name: string;
  /** Null keeps it; so do the others. */
  readonly newName: string | null;
  readonly type: string | null;
  readonly description: string | null;
  readonly properties: KeyValues | null;
  /** Whether `properties` replaces everything that is stored. */
  readonly replace: boolean;
  readonly unsuspend: boolean;
  /** Saves nothing. */
  readonly validateOnly: boolean;
  /** The version that was edited; null changes any version. */
  readonly version: number | null;
};

/** Result of an edit of a stored key. */
type Outcome = {
  readonly newName: string;
  readonly description: string;
  readonly content: ContentAfter['content'];
  /** Labels of what changed besides the name. */
  readonly changed: readonly string[];
  readonly isSecretNew: boolean;
  readonly expiry: Expiry | null | undefined;
};

/** Validates a change of a key, tries the key when what it holds changes, and stores it. */
export async function changeKey(
  parts: SaveParts,
  accountId: string,
  session: Session,
  edit: KeyEdit,
): Promise<KeyAnswer> {
  const { database } = parts;
  const stored = await database.withAccount(accountId, (tx) => readKeyNamed(tx, accountId, edit.name));
  if (stored === null) return { kind: 'missing' };
  learnGivenSecrets(stored.type, edit.properties ?? {});
  if (edit.version !== null && edit.version !== stored.version) return invalid(changedMeanwhile(stored));
  const newName = edit.newName?.trim() ?? stored.name;
  const description = edit.description?.trim() ?? stored.description;
  const textProblems = [checkName(newName), checkDescription(description)].filter((problem) => problem !== null);
  if (textProblems.length > 0) return invalid(...textProblems);
  if (edit.type !== null && edit.type !== stored.type)
    return invalid({ ...keyProblem('type_not_changeable', null, stored.type), field: 'credential_type' });
  const owner =
    newName === stored.name
      ? 'free'
      : await database.withAccount(accountId, (tx) => findKeyNameOwner(tx, accountId, newName, stored.id));
  if (owner !== 'free') return invalid(nameTaken(owner, newName));

  const content = await contentAfter(parts, accountId, { stored, edit, name: newName });
  if ('kind' in content) return content;
  if (edit.validateOnly) return { kind: 'saved', id: stored.id, verified: content.verified };
  const changed = [...content.changed, ...(description === stored.description ? [] : ['Description'])];
  const outcome: Outcome = {
    newName,
    description,
    content: content.content,
    changed,
    isSecretNew: content.isSecretNew,
    expiry: content.expiry,
  };
  try {
    return await database.withAccount(accountId, async (tx) => {
      const locked = await lockStoredKey(tx, accountId, stored.id);
      if (locked === null) return { kind: 'missing' };
      if (locked.version !== stored.version) return invalid(changedMeanwhile(locked));
      return (
        (await store(tx, parts, accountId, session, { locked, outcome, unsuspend: edit.unsuspend })) ?? {
          kind: 'saved',
          id: stored.id,
          verified: content.verified,
        }
      );
    });
  } catch (error) {
    if (isNameTaken(error)) return invalid(nameTaken('taken', newName));
    throw error;
  }
}

type ContentAfter = {
  /** Opened only when it is sealed again: from the locked key, whose tokens may have been refreshed meanwhile. */
  readonly content: (locked: StoredKey) => Promise<KeyContent>;
  readonly changed: readonly string[];
  readonly isSecretNew: boolean;
  /** When something of it ends; undefined keeps what is known. */
  readonly expiry: Expiry | null | undefined;
  readonly verified: boolean;
};

/**
 * Returns the content of the key after the edit. A key whose content changed, or that was rejected before, is verified.
 */
async function contentAfter(
  { vault, verify, now }: SaveParts,
  accountId: string,
  { stored, edit, name }: { readonly stored: StoredKey; readonly edit: KeyEdit; readonly name: string },
): Promise<ContentAfter | KeyAnswer> {
  const type = findKeyType(stored.type);
  const { properties } = stored;
  const isConnected = type !== undefined && oauthOf(type) !== undefined;
  if (isConnected && Object.keys(edit.properties ?? {}).length > 0)
    return invalid(keyProblem('obtained_by_connecting', null));
  if (edit.properties === null || isConnected)
    return {
      content: async (locked) => ({
        properties: locked.properties,
        secrets: await openSecrets(vault, accountId, locked),
      }),
      changed: [],
      isSecretNew: false,
      expiry: undefined,
      verified: false,
    };
  if (type === undefined)
    return invalid({ ...keyProblem('unknown_key_type', null, stored.type), field: 'credential_type' });
  const change = { given: edit.properties, replace: edit.replace };
  const composed = composeKey(type, change, { properties, secrets: await secretsOrNone(vault, accountId, stored) });
  if (!('content' in composed)) return invalid(...composed);
  const changed = composed.changed.map(({ label }) => label);
  const expiry = findExpiry(type, composed.values, {
    now: now(),
    changed: new Set(composed.changed.map((field) => field.name)),
    before: expiryOf(stored),
  });
  const isSecretNew = composed.changed.some(({ secret }) => secret === true);
  const after = { content: async () => composed.content, changed, isSecretNew, expiry };
  if (changed.length === 0 && stored.status === 'active') return { ...after, verified: false };
  const verified = await verify(accountId, { name, type: type.name, properties: composed.values });
  return 'tried' in verified ? { ...after, verified: verified.tried } : invalid(...verified);
}

/** Secrets that cannot be opened are entered again. */
export async function secretsOrNone(
  vault: SaveParts['vault'],
  accountId: string,
  stored: StoredKey,
): Promise<KeyContent['secrets']> {
  try {
    return await openSecrets(vault, accountId, stored);
  } catch (error) {
    // They are not lost: the key service of the account opens them again.
    if (error instanceof AccountKeyError) throw error;
    return {};
  }
}

type Change = { readonly locked: StoredKey; readonly outcome: Outcome; readonly unsuspend: boolean };

/** Stores a change of a locked key with its events. Returns what prevents it. */
async function store(
  tx: Tx,
  { vault, queue, now }: SaveParts,
  accountId: string,
  { person }: Session,
  { locked, outcome, unsuspend }: Change,
): Promise<KeyAnswer | null> {
  const { newName, description, content, changed, expiry } = outcome;
  const isRenamed = newName !== locked.name;
  if (isRenamed) {
    const renamed = await renameKey(tx, { accountId, name: locked.name, newName, personId: person.id });
    if (renamed === 'missing') return { kind: 'missing' };
    if (renamed !== 'renamed') return invalid(nameTaken(renamed, newName));
    const parameters = { person: person.name, former: locked.name, key: newName };
    await recordEvent(tx, { accountId, severity: 'info', code: 'KEY_RENAMED', parameters });
  }
  if (isRenamed || changed.length > 0)
    await updateKey(tx, vault, {
      accountId,
      key: locked,
      content: await content(locked),
      description,
      ...(expiry === undefined ? {} : { expiry }),
      personId: person.id,
    });
  // Of a key that was saved before ends were kept.
  else if (expiry !== undefined) await storeExpiry(tx, accountId, locked.id, expiry);
  if (changed.length > 0) {
    const parameters = { person: person.name, key: newName, fields: changed.join(', ') };
    await recordEvent(tx, { accountId, severity: 'info', code: 'KEY_CHANGED', parameters });
    await recordKeyChange(tx, {
      accountId,
      keyId: locked.id,
      change: outcome.isSecretNew ? 'secret' : 'changed',
      personId: person.id,
      details: { fields: changed },
    });
  }
  if (unsuspend && locked.status === 'suspended') {
    await unsuspendKey(tx, queue, { accountId, name: newName }, { by: person.name, now: now(), personId: person.id });
    await markKeyChanged(tx, accountId, locked.id, person.id);
  }
  return null;
}

function changedMeanwhile({ person, updated }: StoredKey) {
  const at = updated.toISOString().slice(0, 16).replace('T', ' ');
  return keyProblem(
    'changed_meanwhile',
    null,
    `${person ?? 'Switchboard'} changed this key at ${at} UTC, after you opened it.`,
  );
}

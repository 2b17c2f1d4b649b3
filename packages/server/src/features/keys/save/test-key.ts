import type { KeyProperties } from '@switchboard/connectors';
import { PipelineError } from '@switchboard/model/errors/errors';
import { type KeyProblem, keyProblem } from '@switchboard/model/key-types/key-problems';
import type { KeyValues } from '@switchboard/model/key-types/key-type';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import { createKeyAccess } from '../../../identity/keys/key-access.ts';
import { openKey } from '../../../identity/keys/open-key.ts';
import { readKeyNamed, type StoredKey } from '../../../identity/keys/store-key.ts';
import { composeKey } from '../content/compose-key.ts';
import type { TestedContent } from '../verify-content.ts';
import { secretsOrNone } from './change-key.ts';
import { learnGivenSecrets, type SaveParts } from './save-parts.ts';

export type KeyToTest = {
  /** A stored key, whose secrets are used where none are given; null for a key that is not stored yet. */
  readonly name: string | null;
  readonly type: string;
  readonly properties: KeyValues;
};

export type TestAnswer = TestedContent | 'missing';

/**
 * Tries a key with the values that were typed, and stores nothing. Stored secrets are sent only to the place for which they were
 * entered: a change of place needs them again, as saving does.
 */
export async function testKey(parts: SaveParts, accountId: string, key: KeyToTest): Promise<TestAnswer> {
  const type = findKeyType(key.type);
  learnGivenSecrets(type ?? key.type, key.properties);
  if (type === undefined)
    return invalid({ ...keyProblem('unknown_key_type', null, key.type.slice(0, 100)), field: 'credential_type' });
  const stored = key.name === null ? null : await readStored(parts, accountId, key.name);
  if (key.name !== null && stored === null) return 'missing';
  if (stored !== null && stored.type !== type.name)
    return invalid({ ...keyProblem('type_not_changeable', null, stored.type), field: 'credential_type' });
  if (oauthOf(type) !== undefined) return testConnected(parts, accountId, stored, key.properties);
  const content = stored && {
    properties: stored.properties,
    secrets: await secretsOrNone(parts.vault, accountId, stored),
  };
  const composed = composeKey(type, { given: key.properties, replace: false }, content ?? undefined);
  if (!('content' in composed)) return invalid(...composed);
  const name = stored?.name ?? type.displayName;
  return parts.test(accountId, { name, type: type.name, properties: composed.values });
}

const readStored = ({ database }: SaveParts, accountId: string, name: string): Promise<StoredKey | null> =>
  database.withAccount(accountId, (tx) => readKeyNamed(tx, accountId, name));

/** Tries a key that was connected by OAuth as a run does: with a token that is refreshed when it is about to end. */
async function testConnected(
  parts: SaveParts,
  accountId: string,
  stored: StoredKey | null,
  given: KeyValues,
): Promise<TestAnswer> {
  if (stored === null || Object.keys(given).length > 0) return invalid(keyProblem('obtained_by_connecting', null));
  const { database, vault } = parts;
  const open = (): Promise<KeyProperties> =>
    openKey(database, vault, accountId, stored, stored.name, createKeyAccess(parts));
  try {
    return await parts.test(accountId, await open());
  } catch (error) {
    if (error instanceof PipelineError) return invalid(keyProblem('rejected', null, error.message));
    throw error;
  }
}

const invalid = (...problems: readonly KeyProblem[]): TestedContent => ({ verified: false, steps: [], problems });

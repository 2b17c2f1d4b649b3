import { keyProblem } from '@switchboard/model/key-types/key-problems';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import { openSecrets } from '../../../identity/keys/open-key.ts';
import { readKeyNamed } from '../../../identity/keys/store-key.ts';
import { composeKey } from '../content/compose-key.ts';
import { invalid, type KeyAnswer } from './key-answer.ts';
import type { SaveParts } from './save-parts.ts';

/** Tries a stored key as it is, and changes nothing. `verified` is false for types that nothing can try. */
export async function checkKey(
  { database, vault, verify }: Pick<SaveParts, 'database' | 'vault' | 'verify'>,
  accountId: string,
  name: string,
): Promise<KeyAnswer> {
  const stored = await database.withAccount(accountId, (tx) => readKeyNamed(tx, accountId, name));
  if (stored === null) return { kind: 'missing' };
  const type = findKeyType(stored.type);
  if (type === undefined) return invalid(keyProblem('unknown_key_type', null, stored.type));
  const secrets = await openSecrets(vault, accountId, stored);
  if (oauthOf(type) !== undefined) return { kind: 'saved', id: stored.id, verified: false };
  const composed = composeKey(type, { given: {}, replace: false }, { properties: stored.properties, secrets });
  if (!('content' in composed)) return invalid(...composed);
  const verified = await verify(accountId, { name: stored.name, type: type.name, properties: composed.values });
  return 'tried' in verified ? { kind: 'saved', id: stored.id, verified: verified.tried } : invalid(...verified);
}

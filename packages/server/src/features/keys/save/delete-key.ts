import { oauthServerOf } from '@switchboard/connectors';
import { findKeyType, oauthOf } from '@switchboard/model/key-types/key-types';
import { archiveKey, lockStoredKey, readStoredKey } from '../../../identity/keys/store-key.ts';
import type { Session } from '../../../identity/session.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import { causeNow } from '../../../observe/cause.ts';
import { UNIT_KINDS } from '../../../pipeline/state/unit-kinds.ts';
import { releaseBlocked } from '../../../units/unit.ts';
import { describeUsers } from '../queries-users.ts';
import type { KeyAnswer } from './key-answer.ts';
import type { SaveParts } from './save-parts.ts';

/** Whether the provider of a key type can revoke its tokens. */
function isRevocable(clients: SaveParts['clients'], type: string): boolean {
  const found = findKeyType(type);
  const oauth = found && oauthOf(found);
  return oauth !== undefined && oauthServerOf(oauth, clients)?.revocation !== undefined;
}

/**
 * Archives a key and erases its secrets; those of an OAuth access are erased after its revocation. Work that waits for the key is
 * released, and fails with the reason that the key is gone.
 */
export function deleteKey(
  { database, queue, clients }: SaveParts,
  accountId: string,
  { person }: Session,
  name: string,
): Promise<KeyAnswer> {
  return database.withAccount(accountId, async (tx): Promise<KeyAnswer> => {
    const found = await readStoredKey(tx, accountId, name);
    const key = found && (await lockStoredKey(tx, accountId, found.id));
    if (key === null) return { kind: 'missing' };
    const users = await describeUsers(tx, accountId, key.id);
    await archiveKey(tx, accountId, key.id, { personId: person.id, hasAccess: isRevocable(clients, key.type) });
    const cause = causeNow(null, { account: accountId });
    await releaseBlocked(tx, { queue, kinds: UNIT_KINDS }, accountId, { kind: 'key', name: key.name }, { cause });
    const parameters = { person: person.name, key: key.name, users };
    await recordEvent(tx, { accountId, severity: 'info', code: 'KEY_DELETED', parameters });
    return { kind: 'saved', id: key.id, verified: false };
  });
}

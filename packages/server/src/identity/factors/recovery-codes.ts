import { createHash, randomBytes } from 'node:crypto';
import { recordPersonalAudit } from '../../audit/record-personal-audit.ts';
import type { Tx } from '../../db/database.ts';

export const RECOVERY_CODES = 10;
/** Without those that look like others. 32 characters, so that a byte chooses one without preference. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** 80 random bits, such that a hash without salt cannot be reversed. */
function newRecoveryCode(): string {
  const characters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length] ?? '');
  return Array.from({ length: GROUPS }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}

const hashOf = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest();

/** Gives a person ten codes in place of those that they had. The codes are shown once. */
export async function replaceRecoveryCodes(tx: Tx, personId: string): Promise<readonly string[]> {
  await tx.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ person_id: personId, hash: hashOf(code) })))
    .execute();
  await recordPersonalAudit(tx, personId, { kind: 'recovery_codes_created', after: { codes: codes.length } });
  return codes;
}

/** Uses a code up. False when it is not a code of the person, or was used before. */
export async function useRecoveryCode(tx: Tx, personId: string, code: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used: now })
    .where('person_id', '=', personId)
    .where('hash', '=', hashOf(code))
    .where('used', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await recordPersonalAudit(tx, personId, { kind: 'recovery_code_used' });
  return true;
}

import type { Client } from 'pg';
import type { FilledAccount } from './use-filled-account.ts';

const PAUSED_KEY = `update pause set kind = 'key', target = k.id::text from key k
    where pause.account_id = $1 and k.account_id = $1 and k.name = $2`;
/** Preparations of an account before a call that names a part of it, by the place of the argument; $1: account id, $2: its word. */
const ARRANGED: Readonly<Record<string, string>> = {
  // A report date waits for the paused download, or for the paused key.
  'resume(items)': `with paused as (
      update download_declaration set status = 'paused', paused_on = now(), scheduled_through = now() where account_id = $1 and name = $2)
    update unit set blocked_kind = 'source' where account_id = $1 and blocked_kind = 'key' and blocked_by = $2`,
  'resume_key(items)': PAUSED_KEY,
  'resume_key(name)': PAUSED_KEY,
};

/** Whether each call of a place needs the account as `arrangeCall` leaves it. */
export const isArranged = (place: string): boolean => Object.hasOwn(ARRANGED, place);

/** Prepares the account for one call of an arranged place. */
export async function arrangeCall(
  client: Client,
  place: string,
  { accountId, word }: Pick<FilledAccount, 'accountId' | 'word'>,
): Promise<void> {
  const { rowCount } = await client.query(ARRANGED[place] ?? '', [accountId, word]);
  if (rowCount === 0) throw new Error(`The account has nothing that ${place} could name.`);
}

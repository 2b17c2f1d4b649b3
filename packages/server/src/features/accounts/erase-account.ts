import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { beginAccountErasure, updateAccount } from '../../identity/accounts/store-account.ts';
import type { Session } from '../../identity/session.ts';
import { recordAct } from '../administration/record-act.ts';
import { lockStanding, requireEverywhere } from '../administration/standing.ts';
import { nameConflict } from './save-account.ts';

export type ErasureOutcome =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'missing' | 'refused'; readonly message: string };

type Deactivated = {
  readonly id: string;
  readonly url_name: string;
  readonly name: string;
  readonly erasure_started: Date | null;
};

/** Locks a deactivated account that is not erased. */
async function lockDeactivated(tx: Tx, urlName: string): Promise<Deactivated | null> {
  const { rows } = await sql<Deactivated>`
    select id, url_name, name, erasure_started from account
    where url_name = ${urlName} and status = 'deactivated' and erased is null for update`.execute(tx);
  return rows[0] ?? null;
}

const missing = (urlName: string) =>
  ({ kind: 'missing', message: `There is no deactivated account ${urlName.slice(0, 63)}.` }) as const;

/**
 * Activates a deactivated account again: its users may enter it, and its schedule goes on.
 * @throws RequestError NOT_ALLOWED
 */
export async function reactivateAccount(tx: Tx, session: Session, urlName: string): Promise<ErasureOutcome> {
  const { standing } = await lockStanding(tx, session, null);
  requireEverywhere(standing, 'manage-accounts');
  const account = await lockDeactivated(tx, urlName);
  if (account === null) return missing(urlName);
  if (account.erasure_started !== null)
    return { kind: 'refused', message: `The erasure of ${account.name} has begun. It cannot be taken back.` };
  const conflict = await nameConflict(tx, account, account.id);
  if (conflict !== null && 'message' in conflict)
    return { kind: 'refused', message: `${conflict.message} Rename that account first.` };
  await updateAccount(tx, account.id, { status: 'active' });
  await recordAct(tx, session, {
    kind: 'account_reactivated',
    accountId: account.id,
    before: { status: 'deactivated' },
    after: { status: 'active' },
  });
  return { kind: 'saved', id: account.id };
}

/**
 * Begins the erasure of a deactivated account, which a job completes.
 * @param confirmation the url name of the account again
 * @throws RequestError NOT_ALLOWED
 */
export async function beginErasure(
  tx: Tx,
  session: Session,
  { urlName, confirmation }: { readonly urlName: string; readonly confirmation: string },
): Promise<ErasureOutcome> {
  const { standing } = await lockStanding(tx, session, null);
  requireEverywhere(standing, 'manage-accounts');
  const account = await lockDeactivated(tx, urlName);
  if (account === null) return missing(urlName);
  if (confirmation !== account.url_name)
    return { kind: 'refused', message: `The confirmation must be the url name of the account, ${account.url_name}.` };
  if (!(await beginAccountErasure(tx, account.id, { by: session.person.id })))
    return { kind: 'refused', message: `The erasure of ${account.name} has begun already.` };
  await recordAct(tx, session, { kind: 'account_erasure_started', accountId: account.id });
  return { kind: 'saved', id: account.id };
}

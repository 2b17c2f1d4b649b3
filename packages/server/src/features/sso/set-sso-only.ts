import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { factorsOf, hasFactor } from '../../identity/factors/factors.ts';
import { findPersonWithPassword } from '../../identity/passwords.ts';
import { permissionsHeldIn } from '../../identity/resolve-session.ts';
import type { Session } from '../../identity/session.ts';
import { lockSsoConnection, storeSsoOnly } from '../../identity/sso/store-connection.ts';
import { MISSING, refused, type SsoOutcome } from './outcomes.ts';
import { listBreakGlass, listDomains } from './queries.ts';

/** Requires single sign-on through a connection of people of the verified domains, or no longer requires it. */
export async function setSsoOnly(
  database: Database,
  { accountId }: Pick<Session, 'person'> & { readonly accountId: string },
  { id, isOnly }: { readonly id: string; readonly isOnly: boolean },
): Promise<SsoOutcome> {
  const people = await database.withAccount(accountId, (tx) => listBreakGlass(tx, accountId));
  const canEnter = isOnly && (await hasBreakGlass(database, accountId, people));
  return database.withAccount(accountId, async (tx): Promise<SsoOutcome> => {
    const found = await lockSsoConnection(tx, accountId, id);
    if (found === null) return MISSING;
    if (found.sso_only === isOnly) return { kind: 'done', id };
    if (isOnly) {
      if (!found.enabled) return refused('The connection is disabled. Enable it first.');
      if (found.first_used === null)
        return refused('Sign in through this connection once first, to see that it works.');
      if (!(await listDomains(tx, accountId)).some(({ verified }) => verified !== null))
        return refused('The account has no verified domain. Verify one first.');
      // Whoever takes their role away meanwhile waits for this transaction.
      if (!canEnter || !(await keepsBreakGlass(tx, accountId)))
        return refused(
          'Choose an administrator first who has a password and a second factor, to enter while the provider is down.',
        );
    }
    await storeSsoOnly(tx, { accountId, id }, isOnly);
    await recordAudit(tx, {
      kind: 'sso_only_changed',
      accountId,
      target: { kind: 'sso_connection', id, name: found.name },
      before: { sso_only: !isOnly },
      after: { sso_only: isOnly },
    });
    return { kind: 'done', id };
  });
}

async function keepsBreakGlass(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select has_break_glass(${accountId}::uuid) as is`.execute(tx);
  return rows[0]?.is === true;
}

/** Whether one of these people can enter without the provider. */
function hasBreakGlass(
  database: Database,
  accountId: string,
  people: readonly { readonly id: string }[],
): Promise<boolean> {
  return database.withIdentity(async (tx) => {
    for (const { id } of people) {
      const password = await findPersonWithPassword(tx, id);
      if (password?.hash === null || password === undefined) continue;
      if (!hasFactor(await factorsOf(tx, id))) continue;
      if ((await permissionsHeldIn(tx, id, accountId)).includes('manage-sign-in')) return true;
    }
    return false;
  });
}

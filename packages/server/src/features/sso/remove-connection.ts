import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';
import { deleteSsoConnection, lockSsoConnection } from '../../identity/sso/store-connection.ts';
import { MISSING, refused, type SsoOutcome } from './outcomes.ts';

/** Removes a connection with its secret and the sign-ins that people have made through it. Their sessions end. */
export function removeSsoConnection(
  database: Database,
  { accountId }: { readonly accountId: string },
  id: string,
): Promise<SsoOutcome> {
  return database.withAccount(accountId, async (tx): Promise<SsoOutcome> => {
    const found = await lockSsoConnection(tx, accountId, id);
    if (found === null) return MISSING;
    if (found.sso_only)
      return refused(
        'People sign in only through this connection. Let them sign in by password first, then remove it.',
      );
    await deleteSsoConnection(tx, accountId, id);
    const { name, kind, enabled } = found;
    await recordAudit(tx, {
      kind: 'sso_connection_removed',
      accountId,
      target: { kind: 'sso_connection', id, name },
      before: { kind, enabled },
    });
    return { kind: 'done', id };
  });
}

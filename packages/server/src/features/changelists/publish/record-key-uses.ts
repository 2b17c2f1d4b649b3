import type { Plan } from '@switchboard/model/plan';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../db/database.ts';

/** The declarations of a plan that use each key, by the name of the key. */
function usersOfKeys(plan: Plan): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const { key, name } of [...plan.sources, ...plan.uploads])
    if (key !== null) users.set(key.name, [...(users.get(key.name) ?? []), name]);
  return users;
}

/** Records in the audit log which keys a published script uses in declarations where the replaced one did not. */
export async function recordKeyUses(
  tx: Tx,
  accountId: string,
  { plan, before }: { readonly plan: Plan; readonly before: Plan | undefined },
): Promise<void> {
  const former = before === undefined ? new Map<string, readonly string[]>() : usersOfKeys(before);
  for (const [name, users] of usersOfKeys(plan)) {
    const added = users.filter((user) => former.get(name)?.includes(user) !== true);
    if (added.length === 0) continue;
    await recordAudit(tx, {
      kind: 'key_used_by_script',
      accountId,
      target: { kind: 'key', name },
      after: { items: added },
    });
  }
}

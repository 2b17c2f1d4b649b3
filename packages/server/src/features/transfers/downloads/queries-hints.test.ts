import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildDraft } from '../../../../testing/build-account.ts';
import { addDownload, addPart } from '../../../../testing/fill-account.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../../testing/hooks/use-database.ts';
import { outcomesOfDownloads } from './queries-hints.ts';

const { database } = useDatabase();
const account = useAccount({ database });

/** A download of a test run whose plan has an upload of this table. */
async function testDownload(table: string): Promise<string> {
  const changelistId = await buildDraft(database, account, '// Nothing compiled');
  const plan = { uploads: [{ sourceTables: [table] }] } as unknown as Plan;
  const proofs = await account.rows(sql<{ id: string }>`
    insert into proof (account_id, changelist_id, plan, upload_names, fetch_new)
    values (${account.accountId}, ${changelistId}, ${JSON.stringify(plan)}::jsonb, '{daily}', true) returning id`);
  const id = await addDownload(database, account, {
    changelist_id: changelistId,
    proof_id: proofs[0]?.id ?? '',
    purpose: 'proof',
    status: 'completed',
  });
  await addPart(database, account, id, { name: 'ads' });
  return id;
}

it('reads which tables a test run uploads from the plan of the run, since a draft has none', {
  tags: 'proof:test-run-plan-hints',
}, async () => {
  const [read, unread] = [await testDownload('ads'), await testDownload('other')];
  const outcomes = await account.inAccount((tx) => outcomesOfDownloads(tx, account.accountId, [read, unread]));
  expect(outcomes.get(read)).toMatchObject({ connected: true });
  expect(outcomes.get(unread)).toMatchObject({ connected: false });
});

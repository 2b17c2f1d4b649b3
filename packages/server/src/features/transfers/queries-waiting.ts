import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/**
 * The first download that each flow waits for, where none of its downloads is running: a blocked one before one that is
 * queued, and this before one that waits for a time.
 * @returns ids of downloads by flow
 */
export async function waitingDownloads(
  tx: Tx,
  accountId: string,
  flowIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await sql<{ flow_id: string; download_id: string }>`
    select distinct on (s.flow_id) s.flow_id, s.download_id
    from flow_source s join unit u on u.account_id = s.account_id and u.id = s.download_id
    where s.account_id = ${accountId} and s.flow_id = any(${[...flowIds]}::uuid[]) and u.state <> 'done'
      and not exists (
        select from flow_source o join unit r on r.account_id = o.account_id and r.id = o.download_id
        where o.account_id = s.account_id and o.flow_id = s.flow_id and r.state = 'running')
    order by s.flow_id, case u.state when 'held' then 0 when 'ready' then 1 else 2 end, s.download_id
  `.execute(tx);
  return new Map(found.rows.map((row) => [row.flow_id, row.download_id]));
}

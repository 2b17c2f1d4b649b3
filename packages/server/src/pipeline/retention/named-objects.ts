import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

const OF_UNIT = /^acct\/[^/]+\/(?:raw|table|result)\/([0-9a-f-]{36})\//;
const OF_MAIL = /^acct\/[^/]+\/mail\/([0-9a-f-]{36})\/([^/]+)\//;

/**
 * The keys among these that a row of the account names, or an attempt may still name: those of runs, kept tables and mail, those of units
 * that are not over, those that expired and are removed by their own job, and any whose kind is not known here.
 */
export async function namedObjects(tx: Tx, accountId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const account = sql`${accountId}::uuid`;
  const all = sql`${[...keys]}::text[]`;
  const units = sql`${[...new Set(keys.flatMap((key) => OF_UNIT.exec(key)?.[1] ?? []))]}::uuid[]`;
  const mails = keys.flatMap((key) => {
    const [, recipient, digest] = OF_MAIL.exec(key) ?? [];
    return recipient === undefined || digest === undefined ? [] : [{ recipient, digest }];
  });
  const { rows } = await sql<{ key: string }>`
    select distinct split_part(reference, ';', 1) as key from (
      select file ->> 'key' from download d, jsonb_array_elements(d.raw) file
        where d.account_id = ${account} and d.id = any(${units}) and d.raw is not null and d.raw_removed is null
      union all select file ->> 'tableKey' from download d
        join download_part p on p.account_id = d.account_id and p.download_id = d.id, jsonb_array_elements(p.tables) file
        where d.account_id = ${account} and d.id = any(${units}) and d.tables_removed is null
      union all select file from download_part p, unnest(array[p.dirty_key, p.new_dirty_key, p.sample_key]) file
        where p.account_id = ${account} and p.download_id = any(${units})
      union all select result_key from upload
        where account_id = ${account} and flow_id = any(${units}) and result_removed is null
      union all select file_key from upload where account_id = ${account} and id = any(${units})
      union all select rows_key from assertion_result where account_id = ${account} and flow_id = any(${units})
      union all select state_key from table_state where account_id = ${account}
      union all select f.store_key from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as x(recipient uuid, digest text)
        join received_mail m on m.account_id = ${account} and m.recipient_id = x.recipient and m.digest = x.digest
        join received_file f on f.account_id = m.account_id and f.mail_id = m.id
      union all select key from expired_object where account_id = ${account} and key = any(${all})
      union all select key from unnest(${all}) key join unit u on u.account_id = ${account} and u.state <> 'done'
        and u.id = any(${units}) where split_part(key, '/', 4) = u.id::text
    ) named (reference) where reference is not null`.execute(tx);
  const unknown = keys.filter((key) => !OF_UNIT.test(key) && !OF_MAIL.test(key));
  return new Set([...unknown, ...rows.map(({ key }) => key)]);
}

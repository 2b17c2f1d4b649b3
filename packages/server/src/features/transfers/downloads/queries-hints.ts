import { FLOW_FINAL } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Batch } from '../../../graphql/loaders.ts';

export type DownloadOutcome = {
  readonly uploads: number;
  readonly runningFlows: number;
  readonly endedFlows: number;
  readonly keepsRows: boolean;
  readonly connected: boolean;
};

/** Flows and uploads of each of these downloads. */
export const outcomesOfDownloads: Batch<DownloadOutcome> = async (tx, accountId, downloadIds) => {
  const { rows } = await sql<Omit<DownloadOutcome, 'connected'> & { id: string; script_id: string; tables: string[] }>`
    select d.id, coalesce(d.proof_id, d.changelist_id) as script_id,
      (select count(distinct i.upload_id)::int from upload_input i
        where i.account_id = d.account_id and i.download_id = d.id) as uploads,
      flows.running as "runningFlows", flows.ended as "endedFlows", flows."keepsRows",
      array(select p.name from download_part p where p.account_id = d.account_id and p.download_id = d.id) as tables
    from download d
    cross join lateral (
      select count(distinct f.id) filter (where f.status <> all(${[...FLOW_FINAL]}::text[]))::int as running,
        count(distinct f.id) filter (where f.status = any(${[...FLOW_FINAL]}::text[]))::int as ended,
        coalesce(bool_or(f.kept_rows > 0), false) as "keepsRows"
      from flow_input i join flow f on f.account_id = i.account_id and f.id = i.flow_id
      where i.account_id = d.account_id and i.download_id = d.id
    ) flows
    where d.account_id = ${accountId}::uuid and d.id = any(${[...downloadIds]}::uuid[])
  `.execute(tx);
  const read = await tablesReadByUploads(tx, accountId, [...new Set(rows.map((row) => row.script_id))]);
  return new Map(
    rows.map((row) => {
      const tables = read.get(row.script_id);
      return [row.id, { ...row, connected: row.tables.some((table) => tables?.has(table) ?? false) }];
    }),
  );
};

/**
 * For each script the source tables that its upload declarations read. A script is a published changelist, or a test run with
 * the plan of its draft at launch. Empty for scripts without a plan.
 */
export const tablesReadByUploads: Batch<ReadonlySet<string>> = async (tx, accountId, scriptIds) => {
  const { rows } = await sql<{ id: string; tables: string[] }>`
    select s.id, array(
      select distinct jsonb_array_elements_text(u.value -> 'sourceTables')
      from jsonb_array_elements(coalesce(s.plan -> 'uploads', '[]')) u
    ) as tables
    from (
      select id, plan from changelist where account_id = ${accountId}::uuid and id = any(${[...scriptIds]}::uuid[])
      union all
      select id, plan from proof where account_id = ${accountId}::uuid and id = any(${[...scriptIds]}::uuid[])
    ) s
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, new Set(row.tables)]));
};

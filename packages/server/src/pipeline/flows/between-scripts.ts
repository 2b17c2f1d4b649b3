import type { Plan } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { loadPlan } from '../attempts/attempt-context.ts';
import { hasGoodRowsIn } from '../downloads/good-rows.ts';
import { isLoadedAlike } from '../downloads/loaded-alike.ts';
import { ofDate } from '../report-date-filter.ts';
import { type CompletedDownload, uploadsReading } from './due-flows.ts';

type Uploads = Plan['uploads'];

/**
 * What the published script makes of a download that began with an earlier one, and that its own script does not (`own`): only
 * where both load it alike. Null for nothing. Read after the download has taken its turn: an input that completed under the published
 * script has had its own before, or has yet to have it and sees this download.
 */
export async function addedSince(
  tx: Tx,
  download: CompletedDownload,
  own: Uploads,
): Promise<{ readonly plan: Plan; readonly changelistId: string; readonly uploads: Uploads } | null> {
  const { accountId, source } = download;
  if (download.purpose !== 'production') return null;
  const running = await sql<{ id: string }>`
    select id from changelist where account_id = ${accountId} and status = 'running' and id <> ${download.changelistId}
  `.execute(tx);
  const changelistId = running.rows[0]?.id;
  if (changelistId === undefined) return null;
  const plan = await loadPlan(tx, accountId, changelistId);
  const declared = plan.sources.find(({ name }) => name === source.name);
  if (!isLoadedAlike(declared, source)) return null;
  const uploads = uploadsReading(
    plan,
    source.tables.map(({ name }) => name),
  ).filter((upload) => !own.some(({ name }) => name === upload.name));
  return uploads.length === 0 ? null : { plan, changelistId, uploads };
}

/**
 * Those of the uploads that another input of the report date has found waiting for this download, as its script has them. Without
 * one, publishing an upload would make it of every date that is still under way.
 */
export async function foundWaiting(
  tx: Tx,
  { accountId, purpose, source }: CompletedDownload,
  reportDate: string | null,
  uploads: Uploads,
): Promise<Uploads> {
  const others = [...new Set(uploads.flatMap(({ sources }) => sources))].filter((name) => name !== source.name);
  const found = await sql<{ other: string; changelist_id: string }>`
    select distinct source as other, changelist_id from download d
    where account_id = ${accountId} and purpose = ${purpose} and ${hasGoodRowsIn('d')} and source = any(${others})
      and ${ofDate(reportDate)}
  `.execute(tx);
  const waiting = new Set<string>();
  for (const { other, changelist_id: changelistId } of found.rows) {
    const plan = await loadPlan(tx, accountId, changelistId);
    for (const upload of plan.uploads)
      if (upload.sources.includes(other) && upload.sources.includes(source.name)) waiting.add(upload.name);
  }
  return uploads.filter(({ name }) => waiting.has(name));
}

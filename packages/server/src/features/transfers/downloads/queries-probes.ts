import { sql } from 'kysely';
import type { Batch } from '../../../graphql/loaders.ts';

/** When a source was last probed, and is probed next; null before the first probe, and while none is planned. */
export type ProbeTimes = { readonly last_probe: Date | null; readonly next_probe: Date | null };

/** When a source is probed next: by its schedule, or earlier while files are missing. Expression over a row of `source`. */
export const NEXT_PROBE = sql<Date | null>`
  case when status = 'active' then least(nullif(next_probe, probing_until), next_due) end`;

/** The published sources with these names. */
export const probesOfSources: Batch<ProbeTimes> = async (tx, accountId, names) => {
  const { rows } = await sql<ProbeTimes & { readonly name: string }>`
    select name, last_probe, ${NEXT_PROBE} as next_probe from download_declaration
    where account_id = ${accountId}::uuid and name = any(${[...names]}::text[])
  `.execute(tx);
  return new Map(rows.map((row) => [row.name, row]));
};

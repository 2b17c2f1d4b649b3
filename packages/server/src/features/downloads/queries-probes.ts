import { sql } from 'kysely';
import type { Batch } from '../../graphql/loaders.ts';

/** When a source was last looked at, and is next; null for never, and while no time is planned. */
export type ProbeTimes = { readonly last_probe: Date | null; readonly next_probe: Date | null };

/** When a source is asked next: by its schedule, or earlier because something is missing. Of an active `source` row. */
export const NEXT_PROBE = sql<Date | null>`
  case when status = 'active' then least(nullif(next_probe, probing_until), next_due) end`;

/** The published sources of these names. */
export const probesOfSources: Batch<ProbeTimes> = async (tx, accountId, names) => {
  const { rows } = await sql<ProbeTimes & { readonly name: string }>`
    select name, last_probe, ${NEXT_PROBE} as next_probe from source
    where account_id = ${accountId}::uuid and name = any(${[...names]}::text[])
  `.execute(tx);
  return new Map(rows.map((row) => [row.name, row]));
};

import { type RawBuilder, sql } from 'kysely';
import { type Optional, relatedIds } from '../../graphql/list-arguments.ts';

/** Maximum number of surrounding events that are read. */
const MAX_AROUND = 1_000;

/** Columns by which two events are related. */
const SUBJECTS = ['download_id', 'flow_id', 'upload_id', 'download_declaration', 'upload_declaration'] as const;

const isSameSubject = sql.join(
  SUBJECTS.map((column) => sql`near.${sql.ref(column)} = anchor.${sql.ref(column)}`),
  sql` or `,
);
const hasNoSubject = sql`num_nonnulls(${sql.join(SUBJECTS.map((column) => sql`anchor.${sql.ref(column)}`))}) = 0`;

/** Queries for ids of events, by argument. */
const RELATED = {
  download_id: sql`select id from event where download_id`,
  upload_id: sql`select id from event where upload_id`,
  flow_id: sql`select id from event where flow_id`,
  backfill_id: sql`select id from event where backfill_id`,
  around: sql`
    select id from (
      select anchor.id as anchor_id, anchor.account_id, nearest.id
      from event anchor
      cross join lateral (
        select near.id from event near
        where near.account_id = anchor.account_id
          and near.created between anchor.created - interval '10 minutes' and anchor.created + interval '10 minutes'
          and (near.id = anchor.id or ${hasNoSubject} or ${isSameSubject})
        order by near.created desc limit ${sql.lit(MAX_AROUND)}
      ) nearest
    ) around where anchor_id`,
} as const;

/** A query for the ids of the only events that the arguments select; undefined when they name nothing. */
export const relatedEvents = (
  accountId: string,
  args: Optional<Record<keyof typeof RELATED, string>>,
): RawBuilder<unknown> | undefined => relatedIds(accountId, RELATED, args);

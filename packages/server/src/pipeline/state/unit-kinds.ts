import { sql } from 'kysely';
import type { UnitKinds } from '../../units/unit-kinds.ts';
import { IS_FROZEN } from './frozen-dates.ts';

/** An archived key counts as missing. */
const KEY = sql`k.name as key_name, nullif(k.status, 'archived') as key_status`;

/** Describes downloads, flows and uploads to the units that stand for them. */
export const UNIT_KINDS: UnitKinds = {
  reportDate: sql`(
    select d.report_date::text from download d where d.account_id = unit.account_id and d.id = unit.id
  )`,
  declaration: {
    joins: sql`
      left join download d on d.account_id = unit.account_id and d.id = unit.id
      left join download_declaration s on s.account_id = d.account_id and s.name = d.source
      left join upload p on p.account_id = unit.account_id and p.id = unit.id
      left join upload_declaration e on e.account_id = p.account_id and e.name = p.name
      left join key k on k.account_id = unit.account_id and k.id = coalesce(s.key_id, e.key_id)`,
    status: sql`coalesce(s.status, e.status)`,
    keyName: sql`k.name`,
    keyStatus: sql`k.status`,
  },
  facts: {
    download: {
      joins: sql`
        join download d on d.account_id = unit.account_id and d.id = unit.id
        left join download_declaration s on s.account_id = unit.account_id and s.name = d.source
        left join key k on k.account_id = unit.account_id and k.id = s.key_id`,
      columns: sql`d.source as declaration, s.status as declaration_status, s.status_reason as declaration_reason, ${KEY},
        d.status = 'requested' as requested, null::json as inputs, null::json as frozen,
        coalesce(unit.blocked_kind = 'files', false) as checking, s.next_probe`,
    },
    flow: {
      joins: sql`join flow f on f.account_id = unit.account_id and f.id = unit.id`,
      columns: sql`null as declaration, null as declaration_status, null as declaration_reason, null as key_name,
        null as key_status, false as requested, false as checking, null::timestamptz as next_probe, null::json as frozen, (
          select json_agg(json_build_object('name', d.source, 'status', d.status) order by d.source)
          from flow_source w join download d on d.account_id = w.account_id and d.id = w.download_id
          where w.account_id = unit.account_id and w.flow_id = unit.id and d.status not in ('completed', 'STOPPED', 'skipped')
        ) as inputs`,
    },
    upload: {
      joins: sql`
        join upload p on p.account_id = unit.account_id and p.id = unit.id
        join flow f on f.account_id = p.account_id and f.id = p.flow_id
        left join upload_declaration e on e.account_id = unit.account_id and e.name = p.name
        left join key k on k.account_id = unit.account_id and k.id = e.key_id`,
      columns: sql`p.name as declaration, e.status as declaration_status, e.status_reason as declaration_reason, ${KEY},
        false as requested, false as checking, null::timestamptz as next_probe, (
          select json_build_object('id', z.id, 'first', z.first_date, 'last', z.last_date) from report_freeze z
          where unit.commit_attempt is null and ${IS_FROZEN} order by z.id limit 1
        ) as frozen,
        case when p.status = 'preparing'
          then json_build_array(json_build_object('name', 'processing', 'status', f.status)) end as inputs`,
    },
  },
};

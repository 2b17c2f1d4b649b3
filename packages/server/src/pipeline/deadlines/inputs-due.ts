import { sql } from 'kysely';

/** Joins `inputs.due` to the uploads `p`: when the last of an upload's data was due; null without any. */
export const JOIN_INPUTS_DUE = sql`
  cross join lateral (
    select max(d.due) as due from (
      select i.download_id from flow_input i where i.account_id = p.account_id and i.flow_id = p.flow_id
      union select s.download_id from flow_source s where s.account_id = p.account_id and s.flow_id = p.flow_id
    ) read join download d on d.account_id = p.account_id and d.id = read.download_id
  ) inputs`;

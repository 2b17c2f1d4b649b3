import { permissionsOf, ROLES } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Mails about the beginnings of outages of one part in an hour: one that comes and goes is not announced each time. */
const BEGINNINGS_AN_HOUR = 3;

export type OutageMail = {
  readonly part: string;
  readonly change: 'failed' | 'works';
  /** Hosts of the programs for which it fails. */
  readonly hosts: readonly string[];
  readonly code: string | null;
  readonly parameters: Readonly<Record<string, string | number>>;
};

/** The parts whose outage was announced, and not its end. */
export async function openOutages(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ part: string; change: string }>`
    select distinct on (detail ->> 'part') detail ->> 'part' as part, detail ->> 'change' as change
    from mail where kind = 'outage' order by detail ->> 'part', created desc, id desc`.execute(tx);
  return new Set(rows.filter(({ change }) => change === 'failed').map(({ part }) => part));
}

/** Queues a mail for each person who administers accounts everywhere. */
export async function queueOutageMail(tx: Tx, outage: OutageMail): Promise<void> {
  const roles = ROLES.filter((role) => permissionsOf([], [role]).includes('manage-accounts'));
  await sql`
    insert into mail (kind, person_id, detail)
    select 'outage', p.id, ${JSON.stringify(outage)}::jsonb from person p
    where p.status = 'active' and exists (
        select from global_role g where g.person_id = p.id and g.role = any(${[...roles]}::text[]))
      and (${outage.change} = 'works' or (select count(*) from mail m where m.person_id = p.id and m.kind = 'outage'
        and m.detail ->> 'part' = ${outage.part} and m.detail ->> 'change' = 'failed'
        and m.created > now() - interval '1 hour') < ${BEGINNINGS_AN_HOUR})`.execute(tx);
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type DoctorFinding, finding, isoTime, MAX_ITEMS } from './report.ts';

/** An erasure ends within minutes, and may wait for an attempt or for a receiver of the audit log. */
const ERASURE_GRACE = sql.raw(`interval '1 hour'`);

/** Finds receivers that the audit log does not reach, and erasures that have not ended. */
export async function examineSecurity(tx: Tx, now: Date): Promise<readonly DoctorFinding[]> {
  const at = sql`least(now(), ${now}::timestamptz)`;
  return [await failingStreams(tx), await openErasures(tx, at)];
}

type FailingStream = {
  readonly type: string;
  readonly chains: number;
  readonly problem: string;
  readonly delivered: Date | null;
};

/** Streams to the targets of the settings: those of accounts show their problems to the account. */
async function failingStreams(tx: Tx): Promise<DoctorFinding> {
  const { rows } = await sql<FailingStream>`
    select type, count(*)::int as chains, (array_agg(problem order by next_attempt desc))[1] as problem, max(delivered) as delivered
    from audit_stream where account_id is null and problem is not null group by type order by type`.execute(tx);
  return finding(
    {
      check: 'audit-streams',
      title: 'Targets that do not receive the audit log of the installation',
      todo: 'Correct the target or its settings. Entries are kept until it accepts them, also longer than their retention.',
    },
    rows.length,
    rows.map(({ type, chains, problem, delivered }) => ({
      account: null,
      what: `audit stream ${type}`,
      why: `${problem} ${chains === 1 ? 'The log of 1 account waits.' : `The logs of ${chains} accounts wait.`}`,
      since: isoTime(delivered),
      todo: null,
    })),
  );
}

type OpenErasure = {
  readonly account: string | null;
  readonly what: string;
  readonly why: string;
  readonly since: Date;
  readonly total: number;
};

/** Erasures that began a while ago. A person is named by their id: the finding must not keep the name that is to go. */
async function openErasures(tx: Tx, at: RawBuilder<unknown>): Promise<DoctorFinding> {
  const { rows } = await sql<OpenErasure>`
    select e.*, count(*) over ()::int as total from (
      select a.url_name as account, 'account ' || a.url_name as what, a.erasure_started as since,
        case when exists (select from unit u where u.account_id = a.id and u.state = 'running' and u.lease_until > now())
            then 'an attempt of its work still runs'
          when exists (select from audit_stream s where s.account_id is null and s.chain = a.id
              and exists (select from audit_entry l where l.chain = s.chain and l.sequence > s.sequence))
            then 'a target of the installation has not received its audit log'
          else 'the scheduler has not finished it' end as why
      from account a
      where a.erasure_started < ${at} - ${ERASURE_GRACE} and a.erased is null
      union all
      select null, 'user ' || p.id, p.erasure_started, 'it was interrupted, and the name of the user is kept'
      from person p where p.erasure_started < ${at} - ${ERASURE_GRACE} and p.erased is null
    ) e order by e.since, e.what limit ${MAX_ITEMS}`.execute(tx);
  return finding(
    {
      check: 'erasures',
      title: 'Erasures that began over an hour ago and have not ended',
      todo: 'The scheduler continues those of accounts every 15 seconds: start a process with the role scheduler; its log names the cause. Erase users again.',
    },
    rows[0]?.total ?? 0,
    rows.map(({ total: _, since, ...item }) => ({ ...item, since: isoTime(since), todo: null })),
  );
}

import { ERRORS, type ErrorCode, PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Tx } from '../../db/database.ts';
import type { WritePersonMail } from '../../identity/mail/mail-outbox.ts';
import { openOutages, queueOutageMail } from '../../identity/mail/outage-mails.ts';
import { PROGRAM_STALE, workStoppedBy } from '../../units/parts/program-record.ts';

const Detail = z.object({
  /** `disk`, `processes`, `store`, `names`, or `worker`: none runs. */
  part: z.string(),
  change: z.enum(['failed', 'works']),
  hosts: z.array(z.string()),
  code: z.string().nullable(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
});
type Outage = z.infer<typeof Detail>;

const PARTS: Readonly<Record<string, string>> = {
  disk: 'working disk',
  processes: 'sandbox of database processes',
  store: 'file store',
  names: 'name resolution',
};

/** Mails the administrators of the installation about parts that began, or ceased, to fail for programs since the last mail. */
export async function mailOutages(database: Database): Promise<void> {
  const failing = await database.withSystem(findOutages);
  await database.withIdentity(async (tx) => {
    // Schedulers side by side announce an outage once.
    await sql`select pg_advisory_xact_lock(hashtextextended('outage mails', 0))`.execute(tx);
    const announced = await openOutages(tx);
    for (const outage of failing) if (!announced.has(outage.part)) await queueOutageMail(tx, outage);
    for (const part of announced)
      if (!failing.some((outage) => outage.part === part))
        await queueOutageMail(tx, { part, change: 'works', hosts: [], code: null, parameters: {} });
  });
}

/** Reads the parts that fail now. */
async function findOutages(tx: Tx): Promise<readonly Outage[]> {
  const { rows } = await sql<Outage>`
    select f.failure ->> 'part' as part, 'failed' as change, array_agg(distinct p.host order by p.host) as hosts,
      min(f.failure ->> 'code') as code, (array_agg(f.failure -> 'parameters' order by p.host))[1] as parameters
    from program p, jsonb_array_elements(p.failing) f (failure)
    where p.seen > now() - ${PROGRAM_STALE} group by 1 order by 1`.execute(tx);
  const isStopped = (await workStoppedBy(tx)) === 'worker';
  return [...rows, ...(isStopped ? [{ ...NO_WORKER }] : [])];
}

const NO_WORKER: Outage = { part: 'worker', change: 'failed', hosts: [], code: null, parameters: {} };

/** Writes the mail about the beginning or the end of an outage. @param publicUrl origin of the console, for links */
export const writeOutageMail =
  (publicUrl: string): WritePersonMail =>
  async ({ name, detail }) => {
    const outage = Detail.parse(detail);
    const { subject, happened } = outage.change === 'works' ? endOf(outage) : beginningOf(outage);
    return {
      subject: `Switchboard: ${subject}`,
      text: [
        `Hello ${name},`,
        '',
        ...happened,
        '',
        'What it says now:',
        `${publicUrl}/admin?currentTab=installation`,
        '',
        'Switchboard sends this because you administer the installation.',
        '',
      ].join('\n'),
    };
  };

type Words = { readonly subject: string; readonly happened: readonly string[] };

function beginningOf({ part, hosts, code, parameters }: Outage): Words {
  if (part === 'worker')
    return { subject: 'no worker runs', happened: ['no process with the role worker runs: nothing is done.'] };
  const what = PARTS[part] ?? part;
  const why = code !== null && isErrorCode(code) ? new PipelineError(code, parameters).message : '';
  return {
    subject: `the ${what} does not work`,
    happened: [
      `the ${what} does not work for ${hosts.join(', ')}, which took no more work. ${why}`.trimEnd(),
      'What it had begun is given back without counting an attempt, and goes on by itself once the part works.',
    ],
  };
}

function endOf({ part }: Outage): Words {
  if (part === 'worker')
    return { subject: 'a worker runs again', happened: ['a process with the role worker runs again.'] };
  const what = PARTS[part] ?? part;
  return { subject: `the ${what} works again`, happened: [`the ${what} works again. Work goes on by itself.`] };
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

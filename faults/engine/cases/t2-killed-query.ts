import { errorText } from '@switchboard/model/errors/errors';
import type { Fault } from '@switchboard/model/faults';
import { currentScope } from '@switchboard/server/scope';
import { endBusyOnes, executorWithoutKept } from '../database-processes.ts';
import { faultRow } from '../fault-row.ts';
import type { FaultRow, FaultTest } from '../fault-test.ts';
import type { Outcome } from '../outcome.ts';
import { startPipeline } from '../pipeline-under-test.ts';

export const t2KilledQuery: FaultTest = { id: 'T2', title: 'database processes that are killed', run };

const ROWS = 20_000;
/** Every row with every other one: several seconds of work, also for a fast machine. */
const LONG =
  'select id, sum(n) as total from ads join others on clicks <= n; table others is select clicks as n from ads';
/** More than a database process needs to start and to do what is not long. */
const BUSY_SECONDS = 1;
const SIGNALS = ['SIGKILL', 'SIGSEGV'] as const;

const csv = ['id,site,clicks', ...Array.from({ length: ROWS }, (_, id) => `${id},a,${id % 1_000}`), ''].join('\n');

async function run(): Promise<readonly FaultRow[]> {
  const held = Promise.withResolvers<void>();
  let bystander = '';
  // The other account's query has begun when the first one's is killed, and goes on afterwards.
  const fault: Fault = async (point) => {
    if (point === 'mid-query' && currentScope()?.fields['account'] === bystander) await held.promise;
  };
  const pipeline = await startPipeline({ fault, retryBaseMs: 200, executor: executorWithoutKept() });
  const rows: FaultRow[] = [];
  try {
    for (const signal of SIGNALS) {
      const victim = await pipeline.open({ file: 'long.csv', parameters: 'format: "csv";', query: LONG });
      const other = await pipeline.open({ file: 'short.csv', parameters: 'format: "csv";' });
      bystander = signal === 'SIGKILL' ? other.account.accountId : '';
      for (const account of [victim, other])
        account.serve((_, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end(csv));
      // Hit once: the second try may run as long as it needs.
      const stop = endBusyOnes(BUSY_SECONDS, signal, 1);
      const pulled = pipeline.pull(180_000);
      const watching = setInterval(() => {
        void victim.outcome().then((seen) => {
          // A query that was through before it could be killed must not keep the other one waiting.
          if (seen.events.some(({ will_retry }) => will_retry === true) || seen.openUnits === 0) held.resolve();
        });
      }, 500);
      await pulled;
      clearInterval(watching);
      rows.push(judge(signal, stop(), await victim.outcome(), await other.outcome()));
      await victim.end();
      await other.end();
    }
  } finally {
    await pipeline.stop();
  }
  return rows;
}

function judge(signal: string, kills: number, victim: Outcome, other: Outcome): FaultRow {
  const retries = victim.events.filter(({ will_retry }) => will_retry === true);
  return faultRow(
    `${kills} x ${signal} in the middle of a query`,
    {
      reported: errorText('PROCESS_STOPPED', { how: `signal ${signal}` }),
      severity: 'warn',
      'reported so often': 1,
      flow: 'STOPPED',
      rows: ROWS,
      'not done': 0,
      'wrong besides': '',
      'the other account’s flow': 'STOPPED',
      'its rows': ROWS,
      'its retries': 0,
      'wrong there': '',
    },
    {
      reported: retries[0]?.message ?? 'nothing',
      severity: retries[0]?.severity ?? 'none',
      'reported so often': retries.length,
      flow: victim.flows.join(),
      rows: victim.table.length,
      'not done': victim.openUnits,
      'wrong besides': victim.broken.join('; '),
      'the other account’s flow': other.flows.join(),
      'its rows': other.table.length,
      'its retries': other.events.filter(({ will_retry }) => will_retry === true).length,
      'wrong there': other.broken.join('; '),
    },
  );
}

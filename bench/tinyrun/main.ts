import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSampleProvider, SAMPLE_TOKENS } from '@switchboard/sample-provider';
import { findRunningDatabase } from '@switchboard/server';
import { addKey } from '@switchboard/server/add-key';
import { openDatabase } from '@switchboard/server/database';
import { loadOwnMasterKey } from '@switchboard/server/master-key';
import { publishScript } from '@switchboard/server/publish';
import { createVault } from '@switchboard/server/vault';
import pg from 'pg';
import { readArguments } from '../../scripts/arguments/read-arguments.ts';
import { createGoals, load, quantile, spread } from '../measure.ts';
import { benchUsage } from '../options.ts';
import { startProgram } from './started-program.ts';

/**
 * A tiny run through the whole program: all roles in one process on the embedded database, every query in its jail, a report
 * of the sample provider into a file. From the moment that the scheduler makes the download until the upload is committed.
 */
const GOAL = { p50: 300, p95: 800 };
const SOURCES = 10;
/** Time between two runs, in milliseconds: the scheduler knows of a due time before it comes. */
const AHEAD = 1_200;

const { values } = readArguments(benchUsage('[--runs 100] [--warm-up 5]'), {
  options: { runs: { type: 'string', default: '100' }, 'warm-up': { type: 'string', default: '5' } },
});
const warmUp = Number(values['warm-up']);
const runs = Number(values.runs) + warmUp;
const folder = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'switchboard-tinyrun-'));
const goals = createGoals();

const script = (providerUrl: string): string =>
  Array.from(
    { length: SOURCES },
    (_, index) => `
download costs_${index} from {
  type: "http"; key: "provider"; url: "${providerUrl}/reports/costs?date={YYYY-MM-DD}&format=csv"; format: "csv";
  timezone: "UTC"; delay_hours: 0; lookback_days: 1;
} using {
  date: date("YYYY-MM-dd") not null; site: string not null; cost_center: string not null; line: integer not null;
  description: string; units: integer not null; amount: decimal(18, 2) not null;
};
table by_site_${index} is select date, site, line % 4 as part, sum(amount) as amount, sum(units) as units from costs_${index};
upload by_site_${index} to { type: "file"; path: "by_site_${index}.csv.gz"; format: "csv"; compression: "gzip"; };
`,
  ).join('\n');

type Account = { readonly id: string };
type Run = { readonly ms: number; readonly downloadId: string; readonly flowId: string; readonly uploadId: string };

/** An account whose sources are due only when it is their turn. */
async function publishAccount(url: string, name: string, providerUrl: string): Promise<Account> {
  const database = openDatabase({ url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const made = await client.query<Account>('insert into account (url_name, name) values ($1, $1) returning id', [
      name,
    ]);
    const [account] = made.rows;
    if (!account) throw new Error('The account was not made.');
    const token = Object.entries(SAMPLE_TOKENS).find(([, of]) => of === 'acme')?.[0] ?? '';
    const vault = createVault(loadOwnMasterKey(folder));
    await database.withAccount(account.id, async (tx) => {
      await addKey(tx, vault, account.id, {
        name: 'provider',
        type: 'api_token',
        properties: { hosts: new URL(providerUrl).host },
        secrets: { api_token: token },
      });
      const files = [{ path: 'costs.sbs', text: script(providerUrl) }];
      const input = { accountId: account.id, description: 'Tiny runs', files, personId: null };
      // Published as if a day ahead, so that nothing is due yet.
      const published = await publishScript(tx, { ...input, now: Date.now() + 3 * 86_400_000 });
      const mistake = published.messages.find(({ type }) => type === 'error');
      if (mistake) throw new Error(mistake.message);
    });
    return account;
  } finally {
    await client.end();
    await database.close();
  }
}

/** Makes a source due in a moment and follows it to the end. The time is that of the notice which comes with each commit. */
async function follow(
  client: pg.Client,
  seen: ReadonlyMap<string, number>,
  account: Account,
  source: string,
): Promise<Run> {
  await client.query(
    `update download_declaration set scheduled_through = now() - interval '1 day', next_due = now() + $3 * interval '1 millisecond'
     where account_id = $1 and name = $2`,
    [account.id, source, AHEAD],
  );
  const deadline = Date.now() + 30_000;
  await delay(AHEAD);
  for (;;) {
    await delay(60);
    const found = await client.query<{ download_id: string; made: number; flow_id: string; upload_id: string }>(
      `select d.id as download_id, extract(epoch from d.created)::float8 * 1000 as made, u.flow_id, u.id as upload_id
       from download d join upload_input i on i.account_id = d.account_id and i.download_id = d.id
       join upload u on u.account_id = i.account_id and u.id = i.upload_id
       where d.account_id = $1 and d.source = $2 and u.status = 'completed'`,
      [account.id, source],
    );
    const [row] = found.rows;
    const ended = row && seen.get(row.upload_id);
    if (row && ended !== undefined) {
      const { made, download_id: downloadId, flow_id: flowId, upload_id: uploadId } = row;
      return { ms: ended - made, downloadId, flowId, uploadId };
    }
    if (Date.now() > deadline) throw new Error(`${source} did not end within 30 s.`);
  }
}

const provider = createSampleProvider({ now: Date.now, port: 0 });
const program = await startProgram(folder);
const client = new pg.Client({
  connectionString: findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir: folder }),
});
try {
  const providerUrl = await provider.listen();
  const url = findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir: folder });
  await client.connect();
  const seen = new Map<string, number>();
  client.on('notification', ({ payload = '' }) => {
    const [what, , id] = payload.split(' ');
    if (what === 'upload' && id !== undefined) seen.set(id, performance.timeOrigin + performance.now());
  });
  await client.query('listen switchboard_changes');

  const done: Run[] = [];
  for (let account: Account | undefined; done.length < runs; ) {
    const turn = done.length % SOURCES;
    if (turn === 0 || !account) account = await publishAccount(url, `tiny-${done.length}`, providerUrl);
    done.push(await follow(client, seen, account, `costs_${turn}`));
  }
  const counted = done.slice(warmUp);
  const times = counted.map(({ ms }) => ms);
  console.log(`scheduled to committed: ${spread(times)}, ${load()}`);

  const attempts = new Map(program.attempts().map((attempt) => [attempt.unit, attempt]));
  for (const [kind, key] of [
    ['download', 'downloadId'],
    ['flow', 'flowId'],
    ['upload', 'uploadId'],
  ] as const) {
    const logged = counted.flatMap((run) => attempts.get(run[key]) ?? []);
    console.log(`  ${kind} waits: ${spread(logged.map(({ waitedMs }) => waitedMs))}`);
    for (const phase of Object.keys(logged[0]?.ms ?? {}))
      console.log(`  ${kind} ${phase}: ${spread(logged.map(({ ms }) => ms[phase] ?? 0))}`);
  }

  const rows = await client.query<{ account_id: string; name: string; row_count: number }>(
    `select account_id, name, row_count::int from upload where status = 'completed'`,
  );
  const first = rows.rows[0];
  const content = (row: { account_id: string; name: string }): Buffer =>
    readFileSync(join(folder, 'exports', row.account_id, `${row.name}.csv.gz`));
  const same = rows.rows.every((row) => first && content(row).equals(content(first)) && row.row_count > 0);
  goals.check(rows.rows.length === runs && same, `${runs} runs delivered the same ${first?.row_count} rows, once each`);
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  goals.check(p50 < GOAL.p50, `tiny run: p50 ${p50.toFixed(0)} ms < ${GOAL.p50} ms`);
  goals.check(p95 < GOAL.p95, `tiny run: p95 ${p95.toFixed(0)} ms < ${GOAL.p95} ms`);
} finally {
  await client.end();
  await program.stop();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
}
goals.end();

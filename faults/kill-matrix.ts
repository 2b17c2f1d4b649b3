import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULT_POINTS, type FaultPoint } from '@switchboard/model';
import { createSampleProvider } from '@switchboard/sample-provider';
import pg from 'pg';
import { verifyDemo } from '../scripts/demo/verify.ts';

/**
 * Kills the whole program, as a power cut would, at each named point in turn, many times over, while it works through
 * the demo; then lets it finish and compares every warehouse table and file with the sample provider's own totals.
 * Run: npm run faults -- [kill] [--times 10] [--days 60] [--points after-claim,mid-load] [--keep]
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    days: { type: 'string', default: '60' },
    // The script has no source of files, so that nothing is looked at.
    points: { type: 'string', default: FAULT_POINTS.filter((point) => point !== 'mid-probe').join(',') },
    keep: { type: 'boolean', default: false },
  },
});

const ROOT = resolve(import.meta.dirname, '..');
/** Longest time for the program to reach its armed point, or to finish everything at the end. */
const REACH = 120_000;
const FINISH = 600_000;

type Settings = { readonly folder: string; readonly port: number; readonly providerUrl: string };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

function start(settings: Settings, fault: string): { readonly child: ChildProcess; readonly output: () => string } {
  let output = '';
  const child = spawn(process.execPath, [join(ROOT, 'packages/cli/bin/switchboard.mjs'), 'start'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: settings.folder,
      PORT: String(settings.port),
      SAMPLE_PROVIDER_URL: settings.providerUrl,
      DEMO_DAYS: values.days,
      LOG_LEVEL: 'warn',
      FAULT: fault,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

/** The signal, or the exit code as text. */
function ended(child: ChildProcess, within: number): Promise<string> {
  return new Promise((done) => {
    const timer = setTimeout(() => done('timeout'), within);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      done(signal ?? String(code));
    });
  });
}

function databaseUrl(settings: Settings): string {
  const read = (name: string): string => readFileSync(join(settings.folder, 'postgres', name), 'utf8').trim();
  return `postgresql://postgres:${read('password')}@127.0.0.1:${read('port')}/switchboard`;
}

async function query<T extends pg.QueryResultRow>(settings: Settings, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl(settings) });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A count that lets work finish between kills: a unit that is hit every time would rightly be given up as poison. */
function countFor(point: FaultPoint, round: number): number {
  if (point === 'mid-schedule') return 1 + (round % 2);
  if (point === 'mid-reconcile') return 1;
  return 6 + ((round * 5) % 7);
}

async function killAt(settings: Settings, point: FaultPoint, round: number): Promise<string> {
  const { child, output } = start(settings, `${point}:${countFor(point, round)}`);
  const how = await ended(child, REACH);
  if (how === 'SIGKILL') return 'killed';
  child.kill('SIGKILL');
  return `${how} ${output().slice(-400)}`;
}

async function finish(settings: Settings): Promise<void> {
  const { child, output } = start(settings, '');
  try {
    const deadline = performance.now() + FINISH;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The program ended by itself: ${output().slice(-800)}`);
      const [left] = await query<{ units: string }>(
        settings,
        `select count(*) as units from unit where state <> 'done'`,
      ).catch(() => [{ units: 'unknown' }]);
      if (left?.units === '0') break;
      if (performance.now() > deadline) throw new Error(`Units are stuck: ${left?.units}.`);
      await new Promise((done) => setTimeout(done, 500));
    }
    const { problems, compared, rows } = await verifyDemo({
      dataFolder: settings.folder,
      providerUrl: settings.providerUrl,
    });
    for (const problem of problems) console.log(`  ${problem}`);
    console.log(`${compared} tables and files by date compared, ${rows} rows`);
    console.log(problems.length === 0 ? 'demo:verify exact' : `demo:verify found ${problems.length} differences`);
    if (problems.length > 0) process.exitCode = 1;
    const doubled = await query<{ what: string }>(
      settings,
      `select 'flow ' || identity as what from flow group by identity, account_id having count(*) > 1
       union all select 'download ' || source || ' ' || coalesce(report_date::text, '') from download
         where status = 'completed' group by account_id, source, report_date, trigger having count(*) > 1`,
    );
    console.log(`units stuck 0, doubled ${doubled.length}`);
    const statuses = await query<{ kind: string; status: string; count: string }>(
      settings,
      `select 'download' as kind, status, count(*) from download group by 2 union all
       select 'flow', status, count(*) from flow group by 2 union all
       select 'upload', status, count(*) from upload group by 2 order by 1, 2`,
    );
    for (const row of statuses) console.log(`  ${row.kind} ${row.status} ${row.count}`);
    if (doubled.length > 0 || statuses.some((row) => ['failed', 'FATAL', 'ERROR'].includes(row.status)))
      process.exitCode = 1;
  } finally {
    const stopped = ended(child, 20_000);
    child.kill('SIGINT');
    console.log(`clean stop: ${await stopped}`);
  }
}

// The provider outlives the program, as providers do.
const provider = createSampleProvider({ now: Date.now, port: 0 });
const settings: Settings = {
  folder: mkdtempSync(join(tmpdir(), 'switchboard-faults-')),
  port: await freePort(),
  providerUrl: await provider.listen(),
};
const points = FAULT_POINTS.filter((point) => values.points.split(',').includes(point));
// The schedule is made once, at the first start, so its point comes first; the reconciler has work after every kill.
const order = [...points].sort((a, b) => Number(b === 'mid-schedule') - Number(a === 'mid-schedule'));
const times = Number(values.times);
console.log(`${times} kills at each of ${points.length} points, ${values.days} report dates`);
const began = performance.now();
for (const point of order) {
  const outcomes: string[] = [];
  for (let round = 0; round < times; round += 1) outcomes.push(await killAt(settings, point, round));
  const killed = outcomes.filter((outcome) => outcome === 'killed').length;
  console.log(`${point.padEnd(16)} killed ${killed}/${times}`);
  for (const outcome of outcomes) if (outcome !== 'killed') console.log(`  ${outcome}`);
  if (killed < times) process.exitCode = 1;
}
await finish(settings);
await provider.close();
console.log(`${Math.round((performance.now() - began) / 1000)} s`);
if (values.keep) console.log(settings.folder);
else rmSync(settings.folder, { recursive: true, force: true });

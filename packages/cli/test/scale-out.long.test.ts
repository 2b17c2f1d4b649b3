import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestS3 } from '@switchboard/engine/testing';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { connect } from '@switchboard/server/connect';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@switchboard/server/embedded';
import { freePort } from '@switchboard/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildConsole } from '../src/start/console-build.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/scale-out.md'), 'utf8');
/** Programs, and the build of the console, on a busy machine. */
const TIMEOUT = 900_000;
const PROCESSES = 5;

const folder = useFolder('scale-out');
let postgres: EmbeddedPostgres;
const running = new Set<ChildProcess>();
/** Texts of the page about one's own machines, and those of this machine. */
let places: readonly (readonly [string, string])[];

beforeAll(async () => {
  await buildConsole(ROOT, () => undefined);
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), durable: false, log: () => undefined });
  const restoredUrl = new URL(postgres.url);
  restoredUrl.pathname = '/restored';
  const { bucket, endpoint, accessKeyId, secretAccessKey } = (await createTestS3()).options;
  const ports = ['3001', '3002', '3101', '3102', '3201'];
  const free: string[] = [];
  for (const _ of ports) free.push(String(await freePort()));
  places = [
    ['/opt/switchboard', ROOT],
    ['/etc/switchboard', join(folder, 'etc')],
    ["HOST='0.0.0.0'", "HOST='127.0.0.1'"],
    ['/var/lib/switchboard', join(folder, 'data')],
    ['/var/backups/switchboard', join(folder, 'backups')],
    ['postgresql://postgres:superuser-password@new-db.example:5432/switchboard', restoredUrl.href],
    ['db.example:5432', new URL(postgres.url).host],
    ['?sslmode=verify-full', ''],
    [
      's3://switchboard-files/prod?endpoint=https://s3.example&region=eu-west-1',
      `s3://${bucket}/prod?endpoint=${endpoint}`,
    ],
    ["'store-key'", `'${accessKeyId}'`],
    ["'store-secret'", `'${secretAccessKey}'`],
    ['https://switchboard.example', `http://127.0.0.1:${free[0]}`],
    ['INGEST_PORT=2525', `INGEST_PORT=${await freePort()}`],
    ['METRICS_PORT=3301', `METRICS_PORT=${await freePort()}`],
    ...ports.map((port, index) => [port, free[index] ?? ''] as const),
  ];
  mkdirSync(join(folder, 'etc'));
}, TIMEOUT);
afterAll(async () => {
  for (const child of running) await stop(child, 'SIGKILL');
  await postgres?.stop();
}, TIMEOUT);

/** The blocks of the page in a language, with the places of this machine. */
function blocks(language: string): readonly string[] {
  const found = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
  return found.map((text) => places.reduce((done, [from, to]) => done.replaceAll(wordOf(from), () => to), text));
}

/** Matches a text that no letter or digit goes on. */
const wordOf = (text: string): RegExp => new RegExp(`(?<!\\d)${RegExp.escape(text)}(?![a-z\\d])`, 'g');

/** The one block of shell commands with this text. */
function block(part: string): string {
  const [found, ...more] = blocks('sh').filter((text) => text.includes(part));
  if (found === undefined || more.length > 0) throw new Error(`Not one block has "${part}".`);
  return found;
}

const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'], CI: 'true' };
const run = (commands: string) =>
  promisify(execFile)('sh', ['-e', '-c', commands], { cwd: folder, env: environment }).catch((error: unknown) => {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${commands}\n${stdout}${stderr}`, { cause: error });
  });

/** Sends a signal to all processes of a group, and waits until none has its output open. */
async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'close');
  process.kill(-(child.pid ?? 0), signal);
  await ended;
  running.delete(child);
}

/** Starts commands as a group of processes, and waits until so many are running. */
async function start(
  commands: string,
  processes: number,
): Promise<{ readonly child: ChildProcess; readonly written: () => string }> {
  const child = spawn('sh', ['-e', '-c', commands], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let out = '';
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.split('Switchboard is running.').length > processes) resolve();
    });
  child.once('close', () => reject(new Error(`The processes ended: ${out}`)));
  await started;
  return { child, written: () => out };
}

async function asOwner<Row extends object>(url: string, query: string): Promise<readonly Row[]> {
  const client = await connect(url);
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

test('the commands of the page about several machines start an installation, as they are written', {
  timeout: TIMEOUT,
}, async () => {
  for (const [from] of places) expect(PAGE).toContain(from);
  for (const statement of blocks('sql').join('').split(';\n'))
    if (statement.trim() !== '') await asOwner(postgres.url, statement);
  writeFileSync(join(folder, 'etc/switchboard.env'), blocks('ini').join(''));
  await run(block('openssl rand'));

  const migrated = await run(block('switchboard migrate --owner'));
  expect(migrated.stdout).toMatch(
    /^The owner is ada@acme\.example, with the one-time password [\w-]{16} \(shown only now\)\.$/m,
  );

  const { child, written } = await start(`${block('npx switchboard start &')}\nwait`, PROCESSES);
  expect(written()).not.toContain('one-time password');

  // The signal reaches npx alone, as from a supervisor.
  const mail = await start(block('ROLES=ingest').replace(/^ROLES/m, 'exec env ROLES'), 1);
  const ended = once(mail.child, 'close');
  mail.child.kill('SIGTERM');
  await ended;
  running.delete(mail.child);
  expect(mail.written()).toContain('Stopped.');

  await run(block('/ready'));
  const doctor = await run(block('switchboard doctor'));
  expect(doctor.stdout).toContain('Nothing is stuck.');

  const memory: string[] = [];
  for (const [, port = ''] of block('/ready').matchAll(/:(\d+)\/ready/g)) {
    const headers = { authorization: 'Bearer a-token-of-the-scraper' };
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    memory.push(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1] ?? 'none');
  }
  expect(memory).not.toContain('none');
  const connections = await asOwner<{ usename: string; count: number }>(
    postgres.url,
    `select usename, count(*)::int from pg_stat_activity where usename like 'sb_%' group by 1 order by 1`,
  );
  // Of the owner, which may create roles, none is left.
  expect(connections.map(({ usename }) => usename)).not.toContain('sb_owner');
  const all = connections.reduce((sum, { count }) => sum + count, 0);
  expect(all).toBeLessThanOrEqual(PROCESSES * 31);
  const megabytes = memory.map((bytes) => Math.round(Number(bytes) / 1024 ** 2));
  console.log(`idle: ${all} connections; megabytes of api, api, worker, worker, scheduler: ${megabytes.join(', ')}`);

  const backedUp = await run(block('switchboard backup'));
  expect(backedUp.stdout).toMatch(/ rows and \d+ objects .* are backed up\./);
  expect(backedUp.stdout).toContain('all are as the ledger says.');

  await stop(child, 'SIGTERM');
  expect(written().split('Stopped.').length - 1).toBe(PROCESSES);

  await asOwner(postgres.url, 'create database restored owner sb_owner');
  const otherStore = (text: string): string => text.replace('/prod?', '/restored?');
  writeFileSync(join(folder, 'etc/switchboard.env'), otherStore(blocks('ini').join('')));
  const restored = await run(block('switchboard restore'));
  expect(restored.stdout).toContain('is restored. Fence epoch');
  expect(restored.stdout).toContain('The database is up to date.');
});

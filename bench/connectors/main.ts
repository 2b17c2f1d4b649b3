import { copyFile, mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliveryRequest, KeyProperties } from '@switchboard/connectors';
import { createTable } from '@switchboard/connectors/mysql-statements';
import { createTable as createPostgresTable } from '@switchboard/connectors/statements';
import { startMariadb } from '@switchboard/connectors/testing/mysql';
import { createOpenSsh } from '@switchboard/connectors/testing/openssh';
import { startEmbeddedPostgres } from '@switchboard/server/embedded';
import { adParquet, runCopy } from '../ad-parquet.ts';
import { AD_COLUMNS } from '../ingest/ad-file.ts';
import { createGoals, load, median } from '../measure.ts';
import { BENCH_FOLDER as folder, readOptions } from '../options.ts';
import { copyFromFile } from '../pgload/peer.ts';
import type { Report } from './ours.ts';
import { runOurs, timeTool } from './run-program.ts';

/**
 * Connectors against the native tools of their servers, on the same file of an advertising report: SFTP both ways against sftp of
 * OpenSSH, MySQL against LOAD DATA of the client of MariaDB, PostgreSQL as a source against \copy of psql. Each of
 * ours runs in a process of its own, whose memory must not grow with the file. Needs all of these tools and servers.
 */
const GOALS = { 'SFTP get': 0.5, 'SFTP put': 0.85, 'MySQL load': 0.6, 'PostgreSQL source': 0.7 } as const;
type Task = keyof typeof GOALS;
const MAX_BYTES = 300 * 1024 ** 2;

const { megabytes, rounds, keep } = readOptions({ megabytes: 250, rounds: 3 });
const goals = createGoals();
const ratios = new Map<Task, number[]>();
const peaks = new Map<Task, number>();
await mkdir(folder, { recursive: true });
const root = await mkdtemp(join(folder, 'connectors-'));

async function compare(
  task: Task,
  bytes: number,
  native: () => Promise<number>,
  ours: () => Promise<Report>,
): Promise<void> {
  const seconds = await native();
  const own = await ours();
  const speed = (of: number): string => `${(bytes / of / 1e6).toFixed(0)} MB/s`;
  ratios.set(task, [...(ratios.get(task) ?? []), seconds / own.seconds]);
  peaks.set(task, Math.max(peaks.get(task) ?? 0, own.peakBytes));
  console.log(
    `${task}: native ${speed(seconds)}, ours ${speed(own.seconds)}, ${(seconds / own.seconds).toFixed(2)} times, memory ${(own.peakBytes / 1e6).toFixed(0)} MB, ${load()}`,
  );
}

/** The report as our results have it, and as LOAD DATA reads nulls; about so many megabytes. */
async function makeFiles(): Promise<{ csv: string; loadable: string; rows: number; bytes: number }> {
  const sample = 100_000;
  const [csv, loadable] = [join(root, 'ads.csv'), join(root, 'loadable.csv')];
  const write = async (parquet: string, to: string, nulls: string): Promise<number> => {
    await runCopy(
      `COPY (SELECT * FROM read_parquet('${parquet}')) TO '${to}' (FORMAT csv, HEADER, NULLSTR '${nulls}')`,
      [parquet],
      root,
    );
    return (await stat(to)).size;
  };
  const sampleBytes = await write(await adParquet(folder, sample), csv, '');
  const rows = Math.ceil((megabytes * 1e6 * sample) / sampleBytes);
  const parquet = await adParquet(folder, rows);
  await write(parquet, loadable, 'NULL');
  return { csv, loadable, rows, bytes: await write(parquet, csv, '') };
}

let fence = 0;
function delivery(
  of: Pick<DeliveryRequest, 'parameters' | 'mode' | 'key'>,
  file: { csv: string; rows: number; bytes: number },
): DeliveryRequest {
  fence += 1;
  return {
    accountId: '1',
    name: 'ads',
    unitId: 'bench',
    attempt: 1,
    fence,
    epoch: 0,
    purpose: 'production',
    reportDate: null,
    isSnapshot: false,
    isCancelRequested: false,
    columns: AD_COLUMNS,
    content: { format: 'csv', path: file.csv, bytes: file.bytes, rows: file.rows, sha256: String(fence) },
    ...of,
  };
}

/** Writes what the system has in memory of a file to the disk, so that the next task does not wait for it. */
async function settle(path: string): Promise<void> {
  const file = await open(path);
  await file.sync();
  await file.close();
}

const file = await makeFiles();
await settle(file.csv);
await settle(file.loadable);
console.log(`${file.rows} rows, ${(file.bytes / 1e6).toFixed(0)} MB`);
const sshd = await createOpenSsh();
const mysql = await startMariadb();
const postgres = await startEmbeddedPostgres({ folder: join(root, 'postgres'), log: () => undefined });
try {
  await measureSftp();
  await measureMysql();
  await measurePostgres();
  console.log('');
  for (const [task, goal] of Object.entries(GOALS) as [Task, number][]) {
    const ratio = median(ratios.get(task) ?? []);
    goals.check(ratio >= goal, `${task}: ${ratio.toFixed(2)} times the native tool, >= ${goal}`);
    const peak = peaks.get(task) ?? Number.NaN;
    goals.check(
      peak <= MAX_BYTES,
      `${task}: ${(peak / 1e6).toFixed(0)} MB of memory, <= ${(MAX_BYTES / 1e6).toFixed(0)}`,
    );
  }
} finally {
  await postgres.stop();
  await mysql.close();
  sshd.close();
  await rm(root, { recursive: true });
  if (!keep) await rm(folder, { recursive: true });
}
goals.end();

async function measureSftp(): Promise<void> {
  const { port, username } = sshd.key.properties;
  const login = [
    ...['-q', '-P', String(port), '-i', sshd.privateKeyPath],
    ...['UserKnownHostsFile=/dev/null', 'StrictHostKeyChecking=no', 'LogLevel=ERROR'].flatMap((option) => [
      '-o',
      option,
    ]),
    ...['-b', '-', `${String(username)}@127.0.0.1`],
  ];
  await copyFile(file.csv, join(sshd.folder, 'there.csv'));
  await settle(join(sshd.folder, 'there.csv'));
  const { mtimeMs: modified, size } = await stat(join(sshd.folder, 'there.csv'));
  const to = join(root, 'fetched.csv');
  const wanted = { path: 'there.csv', size, modified: Math.floor(modified / 1000) * 1000, checksum: null };
  const request = { name: 'ads', parameters: { path: 'there.csv' }, key: sshd.key, reportDate: null, state: null };
  for (let round = 1; round <= rounds; round += 1) {
    await compare(
      'SFTP get',
      file.bytes,
      () => timeTool('sftp', login, `get there.csv ${to}\n`),
      () => runOurs({ connector: 'sftp', fetch: { request: { ...request, files: [wanted] }, to } }, root),
    );
    await rm(to);
    // -f writes down to the disk, as ours does.
    await compare(
      'SFTP put',
      file.bytes,
      () => timeTool('sftp', login, `put -f ${file.csv} native.csv\n`),
      () =>
        runOurs(
          {
            connector: 'sftp',
            deliver: delivery({ parameters: { path: 'ours.csv' }, mode: 'truncate', key: sshd.key }, file),
          },
          root,
        ),
    );
    for (const name of ['native.csv', 'ours.csv']) await rm(join(sshd.folder, name));
  }
}

async function measureMysql(): Promise<void> {
  const target = { schema: 'shop', table: 'ads', create: true, dateColumn: null, keyColumns: [] };
  const { port, user, password } = mysql.key.properties;
  const login = [
    '--no-defaults',
    '-h',
    '127.0.0.1',
    '-P',
    String(port),
    '-u',
    String(user),
    `-p${String(password)}`,
    '--local-infile=1',
  ];
  const statement = `load data local infile '${file.loadable}' into table ads character set utf8mb4
    fields terminated by ',' optionally enclosed by '"' escaped by '' lines terminated by '\\n' ignore 1 lines`;
  const fresh = async (): Promise<void> => {
    await mysql.run('drop table if exists ads');
    await mysql.run(createTable(target, AD_COLUMNS, 'utf8mb4_nopad_bin'));
  };
  const found = new Set<string>();
  const keepSums = async (): Promise<void> => {
    const sums = `select count(*), count(distinct ad_id), sum(ad_id), sum(impressions), sum(conversions), sum(cost), sum(length(creative)) from ads`;
    found.add(JSON.stringify(await mysql.rows(sums)));
  };
  for (let round = 1; round <= rounds; round += 1) {
    await fresh();
    await compare(
      'MySQL load',
      file.bytes,
      () => timeTool('mariadb', [...login, 'shop', '-e', statement]),
      async () => {
        await keepSums();
        await fresh();
        return runOurs(
          {
            connector: 'mysql',
            deliver: delivery({ parameters: { table: 'ads' }, mode: 'append', key: mysql.key }, file),
          },
          root,
        );
      },
    );
    await keepSums();
  }
  goals.check(found.size === 1, `MySQL holds the same ${file.rows} rows after each load`);
}

async function measurePostgres(): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(postgres.url);
  const key: KeyProperties = {
    name: 'warehouse',
    type: 'sql',
    properties: {
      dialect: 'postgresql',
      host: hostname,
      port: Number(port),
      user: username,
      password,
      db_name: pathname.slice(1),
    },
  };
  const [create = ''] = createPostgresTable(
    { schema: 'public', table: 'ads', create: true, dateColumn: null, keyColumns: [] },
    AD_COLUMNS,
  );
  await timeTool('psql', ['-X', '-q', '-d', postgres.url, '-c', create]);
  await copyFromFile(postgres.url, 'ads', file.csv, true);
  await timeTool('psql', ['-X', '-q', '-d', postgres.url, '-c', 'vacuum analyze ads', '-c', 'checkpoint']);
  const [native, to] = [join(root, 'native.csv'), join(root, 'ours.csv')];
  const request = { name: 'ads', parameters: { table: 'ads' }, key, reportDate: null, state: null };
  for (let round = 1; round <= rounds; round += 1) {
    await compare(
      'PostgreSQL source',
      file.bytes,
      () =>
        timeTool('psql', [
          '-X',
          '-q',
          '-d',
          postgres.url,
          '-c',
          `\\copy (select * from ads) to '${native}' with (format csv, header)`,
        ]),
      () => runOurs({ connector: 'postgres', fetch: { request, to } }, root),
    );
  }
  const [one, other] = [(await stat(native)).size, (await stat(to)).size];
  goals.check(one === other, `PostgreSQL gives the same ${one} bytes`);
}

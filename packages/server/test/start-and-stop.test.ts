import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createTestS3 } from '@switchboard/engine/testing';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { afterEach, expect, test } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { allotRoles } from '../src/db/program-logins.ts';
import { DATABASE_ROLES } from '../src/db/roles.ts';
import { asSuperuser } from '../testing/as-superuser.ts';
import { createDatabase, databaseName, databaseUrl, testServerUrl } from '../testing/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../testing/database-proxy.ts';
import { freePort } from '../testing/free-port.ts';
import { type StartedProcess, startProcess } from '../testing/start-process.ts';

/** Programs that start at once on a busy machine. */
const TIMEOUT = { timeout: 120_000 };
const MASTER_KEY = randomBytes(32).toString('base64');

const folder = useFolder('start-and-stop');
let started: StartedProcess[] = [];
let cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of started) one.kill('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  started = [];
  for (const clean of cleanups.toReversed()) await clean();
  cleanups = [];
});

/** A process with a data folder of its own. */
function start(settings: Readonly<Record<string, string>>): StartedProcess {
  const dataDir = join(folder, String(started.length), randomBytes(4).toString('hex'));
  const one = startProcess({ MASTER_KEY, DATA_DIR: dataDir, ...settings });
  started.push(one);
  return one;
}

async function emptyDatabase(): Promise<string> {
  const name = databaseName();
  await asSuperuser(`create database ${name}`);
  cleanups.push(() => asSuperuser(`drop database ${name} with (force)`));
  return databaseUrl(testServerUrl(), name);
}

/** A way to a migrated database that is closed at first. */
async function closedWay(): Promise<DatabaseProxy> {
  const made = await createDatabase();
  cleanups.push(made.drop);
  const proxy = await openDatabaseProxy(made.url);
  cleanups.push(proxy.close);
  proxy.refuse();
  return proxy;
}

/** A port that another program has. */
async function busyPort(): Promise<number> {
  const holder = createServer();
  await new Promise<void>((resolve) => {
    holder.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(
    () =>
      new Promise((resolve) => {
        holder.close(() => resolve());
      }),
  );
  return (holder.address() as AddressInfo).port;
}

const ownersOf = (processes: readonly StartedProcess[]): readonly string[] =>
  processes.flatMap((one) => one.lines().filter((line) => line.startsWith('owner ')));

test(
  'processes that start together on an empty database make one owner, whose password an API shows',
  TIMEOUT,
  async () => {
    const DATABASE_URL = await emptyDatabase();
    const apis = [await freePort(), await freePort()].map((port) =>
      start({ DATABASE_URL, ROLES: 'api', PORT: String(port) }),
    );
    const others = ['worker', 'scheduler'].map((ROLES) => start({ DATABASE_URL, ROLES }));
    await Promise.all([...apis, ...others].map((one) => one.line('ready')));
    expect(ownersOf(apis)).toHaveLength(1);
    expect(ownersOf(others)).toEqual([]);
  },
);

test('a start waits for a database that is away, names its setting, and answers that it lives', TIMEOUT, async () => {
  const proxy = await closedWay();
  const port = await freePort();
  const api = start({ DATABASE_URL: proxy.url, ROLES: 'api', PORT: String(port) });
  const line = await api.line('Could not connect');
  expect(line).toMatch(
    /^Could not connect to the database at 127\.0\.0\.1:\d+\/\w+: .*Check DATABASE_URL and that it runs\./,
  );
  expect(line).toContain('The start waits for it and asks again in 1 s.');
  const answers = await Promise.all(
    ['live', 'ready'].map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
      return [answer.status, await answer.text()];
    }),
  );
  expect(answers).toEqual([
    [200, 'ok'],
    [503, 'starting'],
  ]);
  proxy.admit();
  await api.line('ready');
  expect(await (await fetch(`http://127.0.0.1:${port}/ready`)).text()).toBe('ok');
});

test.each([
  ['METRICS_PORT', { ROLES: 'worker,scheduler' }],
  ['PORT', {}],
])('a taken %s ends the start before the database is asked for anything', TIMEOUT, async (setting, settings) => {
  const proxy = await closedWay();
  const port = await busyPort();
  const one = start({ ...settings, DATABASE_URL: proxy.url, [setting]: String(port) });
  expect(await one.ended).toBe(1);
  expect(one.lines()).toEqual([
    `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set ${setting} to another port.`,
  ]);
  expect(proxy.asked).toEqual([]);
});

test('a process without the owner of the database waits until it is migrated elsewhere', TIMEOUT, async () => {
  const run = randomBytes(4).toString('hex');
  const name = databaseName();
  const users = ['work', 'identity', 'admin', 'owner'].map((user) => `${user}_${run}`);
  await asSuperuser(
    ...users.map((user) => `create role ${user} login password 'password' nosuperuser nobypassrls`),
    ...Object.values(DATABASE_ROLES).map((role) => `grant ${role} to owner_${run} with admin option`),
    `create database ${name} owner owner_${run}`,
  );
  cleanups.push(() =>
    asSuperuser(`drop database ${name} with (force)`, ...users.map((user) => `drop role if exists ${user}`)),
  );
  const urlOf = (user: string): string => {
    const url = new URL(databaseUrl(testServerUrl(), name));
    url.username = `${user}_${run}`;
    url.password = 'password';
    return url.href;
  };
  const logins = { work: urlOf('work'), identity: urlOf('identity'), admin: urlOf('admin') };
  const worker = start({
    DATABASE_URL: logins.work,
    DATABASE_IDENTITY_URL: logins.identity,
    DATABASE_ADMIN_URL: logins.admin,
    ROLES: 'worker,scheduler',
  });
  expect(await worker.line('The database lacks')).toMatch(
    /^The database lacks the migration 0001-domain\.sql\. Run "switchboard migrate" with DATABASE_OWNER_URL\. /,
  );
  await migrate({ url: urlOf('owner') });
  await allotRoles(urlOf('owner'), logins);
  await worker.line('ready');
  worker.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
});

test('a worker whose store is away says so, and takes work once the store is back', TIMEOUT, async () => {
  const s3 = await createTestS3();
  const made = await createDatabase();
  cleanups.push(made.drop);
  const { bucket, endpoint, accessKeyId, secretAccessKey } = s3.options;
  const kind = { answer: { status: 503, code: 'ServiceUnavailable' } };
  await s3.plant({ method: 'PUT', url: '.', times: 1e6, kind });
  const worker = start({
    DATABASE_URL: made.url,
    ROLES: 'worker',
    STORAGE_URL: `s3://${bucket}/start?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  expect(await worker.line('The part "store" does not')).toMatch(
    /ServiceUnavailable.* No work is taken until it does\. Check STORAGE_URL\.$/,
  );
  await worker.line('ready');
  await s3.plant();
  expect(await worker.line('The part "store" works')).toBe('The part "store" works again: work is taken.');
});

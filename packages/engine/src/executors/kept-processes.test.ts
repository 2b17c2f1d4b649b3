import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createExecutor, type ExecutorOptions } from './create-executor.ts';
import type { Executor, SqlJob, SqlSession } from './executor.ts';

const MEGABYTES = 1024 ** 2;
const never = new AbortController().signal;
const sandboxed = createExecutor({ poolSize: 0 }).sandbox;
const isKeeping = sandboxed.parts.has('files') && sandboxed.parts.has('systemCalls');
let root = '';
let first = '';
let second = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kept-'));
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  const place = await mkdtemp(join(root, 'attempts-'));
  [first, second] = [join(place, 'first'), join(place, 'second')];
  await Promise.all([first, second].map((folder) => mkdir(folder)));
});

function open(options: ExecutorOptions = {}): Executor {
  const executor = createExecutor({
    poolSize: 0,
    threads: 2,
    longJobSeconds: Number.POSITIVE_INFINITY,
    later: () => () => undefined,
    ...options,
  });
  onTestFinished(() => executor.stop());
  return executor;
}

const jobIn = (folder: string, more: Partial<SqlJob> = {}): SqlJob => ({
  accountId: 'acme',
  reads: [],
  writes: [folder],
  memoryBytes: 256 * MEGABYTES,
  timeoutMs: 60_000,
  ...more,
});

async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

const others = new Set<number>();
beforeEach(async () => {
  others.clear();
  for (const child of await childrenOf(process.pid)) others.add(child);
});

/** The database processes that this test has started and that still run. */
async function processes(): Promise<readonly number[]> {
  const launchers = (await childrenOf(process.pid)).filter((child) => !others.has(child));
  const programs = await Promise.all(launchers.map(async (launcher) => (await childrenOf(launcher)).at(-1)));
  return programs.flatMap((pid) => pid ?? []);
}

type Act<T> = (session: SqlSession, pid: number) => Promise<T>;

/** Runs a job, and gives what `act` returns; the process is the one that was not there before, or the only one. */
async function run<T>(executor: Executor, job: SqlJob, act: Act<T>): Promise<T> {
  const session = await executor.open(job, never);
  try {
    const running = await processes();
    return await act(session, running.at(-1) ?? -1);
  } finally {
    await session.close();
  }
}

const pidOf: Act<number> = async (_, pid) => pid;
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error as { code?: unknown }).code,
  );
/** A limit of a process, as /proc shows it. */
const limitOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]);
const threadsOf = (pid: number): number => readdirSync(`/proc/${pid}/task`).length;

describe.skipIf(!isKeeping)('a kept process', () => {
  it('a kept process serves the next job of its account', async () => {
    const executor = open();
    const pid = await run(executor, jobIn(first), pidOf);
    expect(await run(executor, jobIn(second), pidOf)).toBe(pid);
    expect(await processes()).toEqual([pid]);
  });

  it('a kept process never serves another account, nor a job without one', async () => {
    const executor = open();
    const pid = await run(executor, jobIn(first), pidOf);
    expect(await run(executor, jobIn(second, { accountId: 'other' }), pidOf)).not.toBe(pid);
    const { accountId: _, ...anonymous } = jobIn(second);
    const session = await executor.open(anonymous, never);
    expect(await processes()).toHaveLength(3);
    await session.close();
    // The job without an account has left no process behind.
    await run(executor, jobIn(first), () => expect.poll(processes).toHaveLength(2));
  });

  it('a kept process has no table, view, macro, variable, prepared statement or attached database of an earlier job', async () => {
    const executor = open();
    const pid = await run(executor, jobIn(first), async (session, pid) => {
      for (const sql of [
        "CREATE TABLE secret AS SELECT 'acme' AS a",
        'CREATE TEMP TABLE hidden AS SELECT 1 AS a',
        'CREATE VIEW shown AS SELECT a FROM secret',
        'CREATE SCHEMA mine',
        'CREATE MACRO twice(x) AS x * 2',
        'SET VARIABLE day = 7',
        'PREPARE asked AS SELECT 1',
        'CREATE SEQUENCE numbers',
        "CREATE TYPE mood AS ENUM ('sad')",
        "ATTACH ':memory:' AS attached",
      ])
        expect(await codeOf(session.run(sql)), sql).toBe('no error');
      return pid;
    });
    await run(executor, jobIn(second), async (session, again) => {
      expect(again).toBe(pid);
      const left = await session.run(`
        SELECT (SELECT count(*) FROM duckdb_tables() WHERE NOT internal) AS tables,
          (SELECT count(*) FROM duckdb_views() WHERE NOT internal) AS views,
          (SELECT count(*) FROM duckdb_functions() WHERE NOT internal) AS macros,
          (SELECT count(*) FROM duckdb_sequences()) AS sequences,
          (SELECT count(*) FROM duckdb_types() WHERE NOT internal) AS types,
          (SELECT count(*) FROM duckdb_databases() WHERE NOT internal) AS databases,
          (SELECT count(*) FROM duckdb_schemas() WHERE NOT internal) AS schemas,
          (SELECT count(*) FROM duckdb_variables()) AS variables`);
      expect(left).toEqual([
        { tables: 0, views: 0, macros: 0, sequences: 0, types: 0, databases: 1, schemas: 0, variables: 0 },
      ]);
      await expect(session.run('EXECUTE asked')).rejects.toThrow();
    });
  });

  it('a kept process cannot read or list the files of an earlier job, nor does its system show them', async () => {
    const executor = open();
    const [input, written] = [join(root, 'input.csv'), join(first, 'rows.csv')];
    await writeFile(input, 'a\n1\n');
    const pid = await run(executor, jobIn(first, { reads: [input] }), async (session, pid) => {
      await session.run(`COPY (SELECT a FROM read_csv('${input}')) TO '${written}'`);
      expect(await readdir(`/proc/${pid}/root${first}`)).toContain('rows.csv');
      return pid;
    });
    const paths = [input, written, `${first}/*`];
    const after = await run(executor, jobIn(second), async (session, again) => {
      expect(again).toBe(pid);
      for (const gone of [input, first])
        await expect(access(`/proc/${pid}/root${gone}`), gone).rejects.toMatchObject({ code: 'ENOENT' });
      const mounts = await readFile(`/proc/${pid}/mountinfo`, 'utf8');
      expect(mounts).not.toContain(first);
      expect(mounts).not.toContain(input);
      expect(mounts).toContain(second);
      return Promise.all(paths.map((path) => codeOf(session.run(`SELECT count(*) AS n FROM read_text('${path}')`))));
    });
    expect(after).toEqual(paths.map(() => 'QUERY_FAILED'));
  });

  it('a kept process holds no file of an earlier job open, also one whose rows were spilled', async () => {
    const executor = open();
    const pid = await run(executor, jobIn(first, { memoryBytes: 24 * MEGABYTES }), async (session, pid) => {
      await session.run('CREATE TABLE big AS SELECT hash(range) AS a, md5(range::VARCHAR) AS b FROM range(1500000)');
      expect(await readdir(first)).toContain('.spill');
      return pid;
    });
    await run(executor, jobIn(second), async (_, again) => {
      expect(again).toBe(pid);
      const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
      expect(open.filter((path) => path.includes(root) || path.includes('.spill'))).toEqual([]);
    });
    expect(await readdir(second)).toEqual([]);
  });

  it('a kept process spills into the folder of its own job alone', async () => {
    const executor = open();
    await run(executor, jobIn(first), pidOf);
    await run(executor, jobIn(second, { memoryBytes: 24 * MEGABYTES }), async (session) => {
      await session.run('CREATE TABLE big AS SELECT hash(range) AS a, md5(range::VARCHAR) AS b FROM range(1500000)');
      expect(await readdir(second)).toContain('.spill');
    });
    expect(await readdir(first)).toEqual([]);
  });

  it('a kept process has the settings of its own job, and they are locked again', async () => {
    const executor = open();
    const settings = (session: SqlSession): Promise<unknown> =>
      session.run(`SELECT name, value FROM duckdb_settings() WHERE name IN
        ('threads', 'memory_limit', 'TimeZone', 'temp_directory', 'enable_external_access', 'lock_configuration',
         'allowed_paths', 'allowed_directories', 'default_order', 'errors_as_json') ORDER BY name`);
    const fresh = await run(open(), jobIn(second, { threads: 1, accountId: 'fresh' }), settings);
    const pid = await run(executor, jobIn(first, { memoryBytes: 900 * MEGABYTES, threads: 2 }), pidOf);
    await run(executor, jobIn(second, { threads: 1 }), async (session, again) => {
      expect(again).toBe(pid);
      expect(await settings(session)).toEqual(fresh);
      for (const sql of ['SET threads = 8', "SET memory_limit = '4GB'", 'SET enable_external_access = true'])
        expect(await codeOf(session.run(sql)), sql).toBe('QUERY_FAILED');
    });
  });

  it('a kept process has the memory limit of its own job, of the database and of the system', async () => {
    const executor = open();
    const limits = async (_: SqlSession, pid: number): Promise<readonly [number, number]> => [
      pid,
      limitOf(pid, 'Max address space'),
    ];
    const [pid, small] = await run(executor, jobIn(first, { memoryBytes: 128 * MEGABYTES }), limits);
    const [same, large] = await run(executor, jobIn(second, { memoryBytes: 384 * MEGABYTES }), limits);
    expect([same, large - small]).toEqual([pid, 256 * MEGABYTES]);
    const session = await executor.open(jobIn(first, { memoryBytes: 128 * MEGABYTES }), never);
    expect(limitOf(pid, 'Max address space')).toBe(small);
    await expect(session.run("SELECT length(repeat('x', 2000000000))")).rejects.toThrow('memory limit (128 MB)');
    await session.close();
  });

  it('a kept process gets the processor time of each job beside what it has used', async () => {
    const executor = open();
    const pid = await run(executor, jobIn(first), async (session, pid) => {
      await session.run('SELECT sum(hash(a.range)) AS s FROM range(20000000) a');
      return pid;
    });
    const used = (): number => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    };
    const before = Math.ceil(used());
    await run(executor, jobIn(second, { timeoutMs: 20_000, threads: 1 }), async (_, again) => {
      expect(again).toBe(pid);
      expect(limitOf(pid, 'Max cpu time')).toBe(before + 30);
    });
  });

  it('a kept process has an empty environment, the root as its folder, no capability and no thread of an earlier job', async () => {
    const executor = open();
    const [pid, threads] = await run(
      executor,
      jobIn(first),
      async (session, pid): Promise<readonly [number, number]> => {
        const before = threadsOf(pid);
        await session.run('SELECT sum(hash(range)) AS s FROM range(3000000)');
        return [pid, before];
      },
    );
    await run(executor, jobIn(second), async (_, again) => {
      expect(again).toBe(pid);
      expect(threadsOf(pid)).toBe(threads);
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
      expect(readlinkSync(`/proc/${pid}/cwd`)).toBe('/');
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/CapEff:\s+0{16}[\s\S]*NoNewPrivs:\s+1/);
    });
  });

  it('a closed session runs nothing on the database of the next job', async () => {
    const executor = open();
    const closed = await executor.open(jobIn(first), never);
    await closed.close();
    await run(executor, jobIn(second), async (session) => {
      await session.run('CREATE TABLE t AS SELECT 1 AS a');
      expect(await codeOf(closed.run('DROP TABLE t'))).toBe('PROCESS_STOPPED');
      await closed.close();
      expect(await session.run('SELECT a FROM t')).toEqual([{ a: 1 }]);
    });
  });

  it('jobs of one account that run at once have a process each', async () => {
    const executor = open();
    const sessions = await Promise.all([first, second].map((folder) => executor.open(jobIn(folder), never)));
    expect(new Set(await processes()).size).toBe(2);
    await sessions[0]?.run('CREATE TABLE t AS SELECT 1 AS a');
    expect(await codeOf(sessions[1]?.run('SELECT a FROM t') ?? Promise.resolve())).toBe('QUERY_UNFIT');
    await Promise.all(sessions.map((session) => session.close()));
  });
});

describe.skipIf(!isKeeping)('a process is not kept', () => {
  const ends: readonly (readonly [
    string,
    ExecutorOptions,
    Partial<SqlJob>,
    (session: SqlSession) => Promise<unknown>,
  ])[] = [
    ['whose statement failed', {}, {}, (session) => codeOf(session.run('SELECT missing'))],
    ['whose priority was lowered', {}, { yields: true }, (session) => session.run('SELECT 1 AS a')],
    ['which has served as many jobs as it may', { maxJobs: 1 }, {}, (session) => session.run('SELECT 1 AS a')],
    ['where none may wait', { keptProcesses: 0 }, {}, (session) => session.run('SELECT 1 AS a')],
    [
      'that is closed while a statement runs',
      {},
      {},
      async (session) => void codeOf(session.run('SELECT count(*) AS n FROM range(100000000000) a, range(1000) b')),
    ],
  ];

  it.each(ends)('a process is not kept %s', async (_, options, more, act) => {
    const executor = open(options);
    const pid = await run(executor, jobIn(first, more), async (session, pid) => {
      await act(session);
      return pid;
    });
    expect(await run(executor, jobIn(second), pidOf)).not.toBe(pid);
  });

  it('a process is not kept once its work was aborted', async () => {
    const executor = open();
    const work = new AbortController();
    const session = await executor.open(jobIn(first), work.signal);
    const [pid] = await processes();
    work.abort(new Error('lease lost'));
    await session.close();
    expect(await run(executor, jobIn(second), pidOf)).not.toBe(pid);
  });

  it('a process is not kept for longer than a minute, nor beyond the number that may wait', async () => {
    const timers: { readonly milliseconds: number; readonly run: () => void }[] = [];
    const later: ExecutorOptions['later'] = (milliseconds, run) => {
      timers.push({ milliseconds, run });
      return () => undefined;
    };
    const executor = open({ later, keptProcesses: 2 });
    const pids: number[] = [];
    for (const accountId of ['one', 'two', 'three']) pids.push(await run(executor, jobIn(first, { accountId }), pidOf));
    expect(await run(executor, jobIn(first, { accountId: 'three' }), pidOf)).toBe(pids[2]);
    expect(await run(executor, jobIn(first, { accountId: 'one' }), pidOf)).not.toBe(pids[0]);
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual(timers.map(() => 60_000));
    for (const timer of timers) timer.run();
    expect(await run(executor, jobIn(first, { accountId: 'three' }), pidOf)).not.toBe(pids[2]);
  });

  it('a process is not kept that does not empty itself, and the job that waits for it gets another', async () => {
    const timers = new Set<() => void>();
    const later: ExecutorOptions['later'] = (_, run) => {
      timers.add(run);
      return () => timers.delete(run);
    };
    const executor = open({ later });
    const pid = await run(executor, jobIn(first), async (_, pid) => {
      process.kill(pid, 'SIGSTOP');
      return pid;
    });
    const opening = executor.open(jobIn(second), never);
    for (const run of timers) run();
    const session = await opening;
    await expect.poll(processes).not.toContain(pid);
    await session.close();
  });

  it('a process is not kept for some jobs after the kernel refused one another job, and then again', async () => {
    const executor = open({ keepsAgainAfter: 2 });
    await run(executor, jobIn(first), pidOf);
    // A path through a file cannot be shown.
    const file = join(first, 'file');
    await writeFile(file, '');
    const refused = jobIn(second, { reads: [join(file, 'inside')] });
    expect(await codeOf(executor.open(refused, never))).toBe('STORAGE_FAILED');
    // The exit of an idle process is not awaited.
    await expect.poll(processes).toEqual([]);
    await run(executor, jobIn(first), pidOf);
    await expect.poll(processes).toEqual([]);
    const again = await run(executor, jobIn(first), pidOf);
    expect(await run(executor, jobIn(second), pidOf)).toBe(again);
  });

  it('a process is not kept by an executor that has stopped', async () => {
    const executor = open();
    await run(executor, jobIn(first), pidOf);
    await executor.stop();
    expect(await processes()).toEqual([]);
    expect(await codeOf(executor.open(jobIn(second), never))).toBe('PROCESS_STOPPED');
  });
});

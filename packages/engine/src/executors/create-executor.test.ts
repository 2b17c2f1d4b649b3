import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assertSelect } from './assert-select.ts';
import { createExecutor } from './create-executor.ts';
import type { SqlJob, SqlSession } from './executor.ts';

const executor = createExecutor({ poolSize: 2, threads: 2 });
let folder = '';
const never = new AbortController().signal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'executor-'));
});
afterAll(async () => {
  await executor.stop();
  await rm(folder, { recursive: true });
});

async function withSession<T>(act: (session: SqlSession) => Promise<T>, job: Partial<SqlJob> = {}): Promise<T> {
  const whole = { reads: [], writes: [folder], memoryBytes: 256 * 1024 ** 2, timeoutMs: 20_000, ...job };
  const session = await executor.open(whole, never);
  try {
    return await act(session);
  } finally {
    await session.close();
  }
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error as { code?: unknown }).code,
  );

/** Ids of the running processes that were started as this executor's program. */
async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** The database process that a child started, or the child itself where no launcher stands between. */
async function programOf(child: number): Promise<number> {
  return (await childrenOf(child)).at(-1) ?? child;
}

describe('a session', () => {
  it('runs statements in order and gives plain rows', async () => {
    const rows = await withSession(async (session) => {
      await session.run('CREATE TABLE t AS SELECT range AS n FROM range(3)');
      return session.run(
        `SELECT sum(n)::BIGINT AS total, 9007199254740993 AS large, 1.50::DECIMAL(4, 2) AS price, NULL AS nothing FROM t`,
      );
    });
    expect(rows).toEqual([{ total: 3, large: '9007199254740993', price: '1.50', nothing: null }]);
  });

  it('spills no more than half of what is free on the disk, and what it may at most', async () => {
    const spill = async (free: number): Promise<unknown> => {
      const bounded = createExecutor({ poolSize: 0, spillBytes: 1000 * 1024 ** 2, freeBytes: async () => free });
      const job = { reads: [], writes: [folder], memoryBytes: 256 * 1024 ** 2, timeoutMs: 20_000 };
      const session = await bounded.open(job, never);
      const rows = await session.run(`SELECT current_setting('max_temp_directory_size') AS size`);
      await session.close();
      await bounded.stop();
      return rows[0]?.['size'];
    };
    expect(await spill(600 * 1024 ** 2)).toBe('300.0 MiB');
    expect(await spill(6000 * 1024 ** 2)).toBe('1000.0 MiB');
  });

  it('gives values of every type, nulls and many rows', async () => {
    const rows = await withSession((session) =>
      session.run(`
        SELECT n::INTEGER AS small, CASE WHEN n % 2 = 0 THEN n END AS half, n / 4 AS share, n > 2 AS large,
          repeat('ü', n::INTEGER % 20) AS text, to_json({a: n}) AS json
        FROM range(5000) r(n) ORDER BY n`),
    );
    expect(rows).toHaveLength(5000);
    const last = { small: 4999, half: null, share: 1249.75, large: true, text: 'ü'.repeat(19), json: '{"a":4999}' };
    expect(rows[2]).toEqual({ small: 2, half: 2, share: 0.5, large: false, text: 'üü', json: '{"a":2}' });
    expect(rows.at(-1)).toEqual(last);
    const others = await withSession((session) =>
      session.run(
        `SELECT DATE '2026-01-02' AS day, [1, 2] AS list, NULL::DATE AS none, 1::TINYINT AS tiny, 'x' AS text`,
      ),
    );
    expect(others).toEqual([{ day: '2026-01-02', list: '[1, 2]', none: null, tiny: 1, text: 'x' }]);
  });

  it('writes and reads only in its folders', async () => {
    const secret = join(tmpdir(), `secret-${process.pid}.csv`);
    await writeFile(secret, 'a\n1\n');
    await withSession(async (session) => {
      await session.run(`COPY (SELECT 1 AS a) TO '${folder}/x.parquet'`);
      expect(await session.run(`SELECT a FROM '${folder}/x.parquet'`)).toEqual([{ a: 1 }]);
      for (const path of ['/etc/passwd', '/proc/self/environ', secret, `${folder}/../secret-${process.pid}.csv`]) {
        expect(await codeOf(session.run(`SELECT * FROM read_text('${path}')`)), path).toBe('QUERY_FAILED');
      }
      for (const sql of [
        'SET threads = 8',
        'SET enable_external_access = true',
        'INSTALL httpfs',
        `ATTACH '/etc/x.db'`,
        `COPY (SELECT 1) TO '/elsewhere/x.csv'`,
      ]) {
        expect(await codeOf(session.run(sql)), sql).toBe('QUERY_FAILED');
      }
    });
    await rm(secret);
  });

  it('reads a single file that it was given', async () => {
    const given = join(tmpdir(), `given-${process.pid}.csv`);
    await writeFile(given, 'a\n1\n');
    const rows = await withSession((session) => session.run(`SELECT a FROM read_csv('${given}')`), { reads: [given] });
    expect(rows).toEqual([{ a: 1 }]);
    await rm(given);
  });

  it('names the table in what the database complains about', async () => {
    const failure = withSession((session) => session.run('SELECT missing FROM range(1)', { table: 'daily' }));
    await expect(failure).rejects.toThrow(
      /^The query of the table daily does not fit its inputs on this report date: there is no column missing\./,
    );
  });
});

it('fails temporarily, without a path, when a file of the attempt is missing', async () => {
  const gone = join(folder, 'gone.parquet');
  await withSession(async (session) => {
    await session.run(`COPY (SELECT 1 AS a) TO '${gone}'`);
    await session.run(`CREATE VIEW ads AS SELECT a FROM '${gone}'`);
    await rm(gone);
    for (const sql of [
      'SELECT a FROM ads',
      `SELECT * FROM read_parquet('${gone}')`,
      `SELECT * FROM read_parquet(['${gone}', '${gone}'])`,
      `SELECT * FROM read_csv('${gone}')`,
    ]) {
      await expect(session.run(sql, { table: 'daily' }), sql).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        class: 'transient',
        message: 'The file store failed: a working file is missing. Will retry.',
      });
    }
    await writeFile(gone, 'not Parquet, but long enough');
    const failure = session.run('SELECT a FROM ads', { table: 'daily' });
    await expect(failure).rejects.toThrow('The file store failed: a working file cannot be read.');
    await expect(failure).rejects.not.toThrow(folder);
  });
});

describe('the jail', () => {
  it.each([
    "SELECT length(repeat('x', 2000000000))",
    'SELECT len(range(1000000000))',
    "SELECT string_agg(repeat('x', 1000), '') FROM range(10000000)",
  ])('stops the memory bomb %s', async (sql) => {
    await expect(withSession((session) => session.run(sql))).rejects.toThrow(
      'Query exceeded the memory limit (256 MB). Let it read, join or group fewer rows.',
    );
  });

  it('ends a query at the time limit', async () => {
    const slow = withSession((session) => session.run('SELECT count(*) FROM range(100000000000) a, range(1000) b'), {
      timeoutMs: 1000,
    });
    await expect(slow).rejects.toThrow('Query exceeded the time limit (1 s). Let it read, join or group fewer rows.');
  });

  it('the jail has no network', async () => {
    expect(executor.sandbox.parts).toContain('network');
    const server = createServer().listen(0, '127.0.0.1');
    await withSession(async (session) => {
      await session.run('SELECT 1');
      const interfaces = await Promise.all(
        (await childrenOf(process.pid)).map(async (child) => {
          const pid = await programOf(child).catch(() => child);
          return readFile(`/proc/${pid}/net/dev`, 'utf8').catch(() => '');
        }),
      );
      const jailed = interfaces.filter((text) => text !== '' && !/^\s*eth/m.test(text) && /lo:\s+0\s+0/.test(text));
      expect(jailed.length).toBeGreaterThan(0);
      expect(await codeOf(session.run(`SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')`))).toBe('QUERY_FAILED');
    });
    server.close();
  });

  it('the jail has an empty environment and no capabilities', async () => {
    await withSession(async (session) => {
      await session.run('SELECT 1');
      let seen = 0;
      for (const child of await childrenOf(process.pid)) {
        const pid = await programOf(child).catch(() => child);
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
        if (!command.includes('executors/child.mjs') || /setpriv|launch\.pl/.test(command)) continue;
        expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toBe('');
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        expect(status).toMatch(/CapEff:\s+0{16}$/m);
        expect(status).toMatch(/NoNewPrivs:\s+1/);
        seen += 1;
      }
      expect(seen).toBeGreaterThan(0);
    });
  });
});

describe('the priority of a process', () => {
  const job = (): SqlJob => ({ reads: [], writes: [folder], memoryBytes: 256 * 1024 ** 2, timeoutMs: 20_000 });

  /** The priorities of the threads of the processes that were started for a job. */
  async function prioritiesDuring(
    job: SqlJob,
    act: (session: SqlSession, priorities: () => number[]) => Promise<void>,
  ) {
    const own = createExecutor({ poolSize: 0, threads: 2 });
    const before = new Set(await childrenOf(process.pid));
    const session = await own.open(job, never);
    const [child = 0] = (await childrenOf(process.pid)).filter((one) => !before.has(one));
    const pid = await programOf(child);
    const priorities = (): number[] => readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)));
    try {
      await act(session, priorities);
    } finally {
      await own.stop();
    }
  }

  it('the priority of a process is the usual one for what is short, and low once it has computed for long', async () => {
    await prioritiesDuring(job(), async (session, priorities) => {
      await session.run('SELECT 1');
      expect(new Set(priorities())).toEqual(new Set([getPriority()]));
      const long = session.run('SELECT count(*) FROM range(100000000000) a, range(1000) b');
      long.catch(() => undefined);
      await vi.waitFor(() => expect(new Set(priorities())).toEqual(new Set([10])), 60_000);
    });
  });

  it('the priority of a process is low from the start for work that is to let others go first', async () => {
    await prioritiesDuring({ ...job(), yields: true }, async (session, priorities) => {
      await session.run('SELECT 1');
      expect(new Set(priorities())).toEqual(new Set([10]));
    });
  });
});

describe('the end of a process', () => {
  it('the end of a process is reported when it is killed', async () => {
    const own = createExecutor({ poolSize: 0 });
    const before = new Set(await childrenOf(process.pid));
    const session = await own.open(
      { reads: [], writes: [folder], memoryBytes: 256 * 1024 ** 2, timeoutMs: 20_000 },
      never,
    );
    const started = (await childrenOf(process.pid)).filter((pid) => !before.has(pid));
    const result = session.run('SELECT count(*) FROM range(100000000000) a, range(1000) b');
    for (const pid of started) {
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('child.mjs'))
        process.kill(pid, 'SIGKILL');
    }
    await expect(result).rejects.toMatchObject({
      code: 'PROCESS_STOPPED',
      message: 'Processing stopped unexpectedly (signal SIGKILL). Will retry.',
    });
    await own.stop();
  });

  it('comes at once when the work is aborted', async () => {
    const own = createExecutor({ poolSize: 0 });
    const before = new Set(await childrenOf(process.pid));
    const work = new AbortController();
    const session = await own.open(
      { reads: [], writes: [folder], memoryBytes: 256 * 1024 ** 2, timeoutMs: 20_000 },
      work.signal,
    );
    const started = (await childrenOf(process.pid)).filter((pid) => !before.has(pid));
    const result = session.run('SELECT count(*) FROM range(100000000000) a, range(1000) b');
    work.abort(new Error('lease lost'));
    await expect(result).rejects.toThrow('lease lost');
    // The query would run for hours: its process was killed, and not left to the time limit.
    expect((await childrenOf(process.pid)).filter((pid) => started.includes(pid))).toEqual([]);
    await session.close();
    await own.stop();
  });

  it('refuses to open for work that is aborted already', async () => {
    await expect(
      executor.open({ reads: [], writes: [], memoryBytes: 1e9, timeoutMs: 1000 }, AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone');
  });
});

describe('assertSelect', () => {
  const check = (sql: string): Promise<void> =>
    withSession((session) => assertSelect(session, sql, { table: 'daily', tables: ['t'] }));

  it.each([
    'SELECT a, sum(b) OVER (PARTITION BY a) FROM t WHERE a IN (SELECT a FROM t)',
    'WITH c AS (SELECT * FROM t) SELECT list_transform([1, 2], lambda x: x + 1) FROM c, unnest([1]) u(x), (VALUES (1)) v(y)',
    'SELECT * FROM t UNION ALL BY NAME SELECT * FROM t',
  ])('lets %s pass', async (sql) => {
    await expect(check(sql)).resolves.toBeUndefined();
  });

  it.each([
    ["SELECT * FROM read_csv('x')", 'the function read_csv is not allowed in from'],
    ["SELECT * FROM glob('*')", 'the function glob is not allowed'],
    ["SELECT * FROM query('select 1')", 'the function query is not allowed'],
    ["SELECT getenv('HOME')", 'the function getenv is not allowed'],
    ["SELECT current_setting('threads')", 'the function current_setting is not allowed'],
    ['SELECT * FROM duckdb_settings()', 'the function duckdb_settings is not allowed'],
    ["SELECT * FROM '/etc/passwd'", 'there is no table /etc/passwd among its inputs'],
    ['SELECT * FROM information_schema.tables', 'tables of another schema are not allowed'],
    ['FROM (DESCRIBE t)', 'show_ref is not allowed in from'],
    ['SELECT 1; SELECT 2', 'it is not one query'],
    ['CREATE TABLE x (a INT)', 'Only SELECT statements'],
    ["CALL enable_logging(storage = 'file', storage_path = '/x')", 'Only SELECT statements'],
    ['SELECT (', 'syntax error'],
  ])('refuses %s', async (sql, reason) => {
    const refused = check(sql);
    await expect(refused).rejects.toMatchObject({ code: 'SQL_NOT_ALLOWED' });
    await expect(refused).rejects.toThrow(reason);
  });
});

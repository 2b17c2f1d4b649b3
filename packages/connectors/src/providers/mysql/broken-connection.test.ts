import { createHash } from 'node:crypto';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Fault, FaultPoint } from '@switchboard/model/faults';
import { useFolder } from '@switchboard/model/testing/use-folder';
import mysql from 'mysql2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Content, Delivered, DeliveryRequest } from '../../spec.ts';
import { LOCAL_NAME, type MysqlLimits, openMysqlSession } from '../../sql/mysql-session.ts';
import { sqlLoginOf } from '../../sql/sql-login.ts';
import { buildContext } from '../../testing/context.ts';
import { buildContent, buildDelivery } from '../../testing/delivery.ts';
import { changeKey } from '../../testing/harness.ts';
import { createMysqlServer, isMariadb, type TestMysql } from '../../testing/mysql.ts';
import { proxyTo } from '../../testing/tcp-proxy.ts';
import { destination } from './destination.ts';

const folder = useFolder('mysql-broken');
const monday = buildContent(folder, 'site,clicks,revenue', ['a,1,2.500000', 'b,,']);
const tuesday = buildContent(folder, 'site,clicks,revenue', ['c,3,1']);
const MONDAY = [
  ['a', '1'],
  ['b', null],
];
const TUESDAY = [['c', '3']];

let server: TestMysql;
let tables = 0;
beforeAll(async () => {
  server = await createMysqlServer();
});
afterAll(() => server.close());
beforeEach(() => {
  tables += 1;
});

const through = (port: number): DeliveryRequest['key'] => changeKey(server.key, { port });
const serverPort = (): number => Number(server.key.properties['port']);

describe('a session', () => {
  const open = (port: number, limits: MysqlLimits) =>
    openMysqlSession(sqlLoginOf('daily', through(port), ['mysql']), buildContext(), limits);

  it('ends when the server is silent at the login', async () => {
    const silent = await proxyTo('127.0.0.1', serverPort(), { onAnswer: () => false });
    await expect(open(silent, { loginMs: 200, silenceMs: 20_000 })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('ends when the server is silent afterwards', async () => {
    let isSilent = false;
    const later = await proxyTo('127.0.0.1', serverPort(), { onAnswer: () => !isSilent });
    const session = await open(later, { loginMs: 20_000, silenceMs: 1_000 });
    isSilent = true;
    await expect(session.ask('select 1')).rejects.toMatchObject({ code: 'PROTOCOL_CONNECTION_LOST' });
    session.close();
  });
});

/** A server that answers statements by asking for a file. Gives its port and what it got. */
async function serveHostile(asked: (statement: string) => string): Promise<{ port: number; got: readonly string[] }> {
  const got: string[] = [];
  const hostile = mysql.createServer((connection) => {
    const raw = connection as unknown as {
      serverHandshake(options: object): void;
      stream: Socket;
    };
    onTestFinished(() => void raw.stream.destroy());
    connection.on('error', () => undefined);
    raw.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.99-hostile',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0x00ff_f7df & ~0x0800 & ~0x0020,
      authCallback: (_: unknown, done: (error: null) => void) => done(null),
    });
    connection.on('query', (statement: string) => {
      const name = Buffer.from(asked(statement));
      const packet = Buffer.concat([Buffer.from([name.length + 1, 0, 0, 1, 0xfb]), name]);
      // The bytes that follow are not a statement.
      raw.stream.removeAllListeners('data');
      raw.stream.on('data', (bytes: Buffer) => got.push(bytes.toString('latin1')));
      raw.stream.write(packet);
    });
  });
  const { _server: listener } = hostile as unknown as { readonly _server: Server };
  listener.listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  onTestFinished(() => void listener.close());
  return { port: (listener.address() as AddressInfo).port, got };
}

describe('a server that asks for files of this machine', () => {
  const statement = `load data local infile '${LOCAL_NAME}' into table daily`;
  const LIMITS = { loginMs: 2_000, silenceMs: 2_000 };

  it.each([
    ['instead of the rows', '/etc/passwd', statement],
    ['at another statement', LOCAL_NAME, 'select 1'],
  ])('%s gets nothing', async (_, name, sql) => {
    const { port, got } = await serveHostile(() => name);
    const login = sqlLoginOf('daily', through(port), ['mysql']);
    const session = await openMysqlSession(login, buildContext(), LIMITS, true);
    onTestFinished(() => session.close());
    const rows = (): never => {
      throw new Error('asked for rows');
    };
    const running = sql === statement ? session.load(sql, rows) : session.ask(sql);
    running.catch(() => undefined);
    // An empty packet says that there is nothing.
    await expect.poll(() => got.join('')).toBe('\0\0\0\u0002');
    session.close();
    await expect(running).rejects.toThrow();
  });
});

type Overrides = Partial<DeliveryRequest> & { readonly fault?: Fault };

function deliver(content: Content, { fault, ...overrides }: Overrides = {}): Promise<Delivered> {
  const request = buildDelivery(content, {
    parameters: { table: `daily_${tables}` },
    key: server.key,
    ...overrides,
  });
  return destination.deliver(request, buildContext(fault ? { fault } : {}));
}

const held = (): ReturnType<TestMysql['rows']> => server.rows(`select site, clicks from daily_${tables} order by site`);

// The stand-in cannot take rows.
if (isMariadb) {
  describe('a connection that breaks', () => {
    const isCommit = (bytes: Buffer): boolean => bytes.includes('\u0003commit');

    it('asks the ledger when the answer to the commit is lost', async () => {
      await deliver(tuesday);
      let committing = false;
      let cuts = 0;
      const port = await proxyTo('127.0.0.1', serverPort(), {
        onRequest: (bytes) => {
          committing ||= isCommit(bytes);
          return true;
        },
        onAnswer: (_, client) => {
          if (!committing || cuts > 0) return true;
          cuts += 1;
          client.destroy();
          return false;
        },
      });
      expect(await deliver(monday, { fence: 2, key: through(port) })).toMatchObject({
        rows: 2,
        alreadyDelivered: false,
      });
      expect(cuts).toBe(1);
      expect(await held()).toEqual(MONDAY);
      expect(await deliver(monday, { fence: 2, attempt: 2 })).toMatchObject({ alreadyDelivered: true });
    });

    it('fails, to be tried again, when the commit never arrived', async () => {
      await deliver(tuesday);
      let cuts = 0;
      const port = await proxyTo('127.0.0.1', serverPort(), {
        onRequest: (bytes, client) => {
          if (!isCommit(bytes) || cuts > 0) return true;
          cuts += 1;
          client.destroy();
          return false;
        },
      });
      await expect(deliver(monday, { fence: 2, key: through(port) })).rejects.toMatchObject({
        code: 'DESTINATION_UNREACHABLE',
        class: 'transient',
      });
      expect(await held()).toEqual(TUESDAY);
      await deliver(monday, { fence: 2, key: through(port), attempt: 2 });
      expect(await held()).toEqual(MONDAY);
    });

    it('keeps the old rows when it breaks in the middle of the rows', async () => {
      await deliver(tuesday);
      let cut: () => void = () => undefined;
      const port = await proxyTo('127.0.0.1', serverPort(), {
        onRequest: (_, client) => {
          cut = () => void client.destroy();
          return true;
        },
      });
      const broken = deliver(monday, { fence: 2, key: through(port), fault: async () => cut() });
      await expect(broken).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
      expect(await held()).toEqual(TUESDAY);
    });
  });

  describe('an attempt that is frozen with its transaction open', () => {
    it.each<FaultPoint>(['mid-upload', 'before-commit'])(
      'an attempt that is frozen at %s neither holds up the next one nor writes',
      async (point) => {
        const frozen = Promise.withResolvers<void>();
        const woken = Promise.withResolvers<void>();
        const fault: Fault = async (reached) => {
          if (reached !== point) return;
          frozen.resolve();
          await woken.promise;
        };
        const first = deliver(monday, { fault });
        // Awaited below; it may be cut off before.
        first.catch(() => undefined);
        await frozen.promise;
        expect(await deliver(monday, { attempt: 2 })).toMatchObject({ rows: 2, alreadyDelivered: false });
        const loaded = `select loaded_at from _switchboard_loads where target = 'daily_${tables}'`;
        const before = await server.rows(loaded);
        woken.resolve();
        // Cut off in the middle of its commit, it finds the result there.
        await first.catch(() => undefined);
        expect(await server.rows(loaded)).toEqual(before);
        expect(await held()).toEqual(MONDAY);
      },
    );
  });

  describe('an entry that another server of a cluster writes meanwhile, where locks are not shared', () => {
    const identity = (): string[] => ['a1', 'ad_daily', '2026-03-04', 'production', `daily_${tables}`];
    const enter = (fence: number): Promise<void> => {
      const id = createHash('sha256').update(JSON.stringify(identity())).digest('hex');
      const texts = [id, ...identity()].map((text) => `'${text}'`).join(', ');
      return server.run(`insert into _switchboard_loads values (${texts}, ${fence}, 0, 'other', 1, utc_timestamp(6))`);
    };

    it.each([
      [9, { code: 'DESTINATION_SUPERSEDED' }],
      [1, null],
    ])('decides with the fence %d, whatever was read before', async (fence, failure) => {
      const fault: Fault = async (point) => (point === 'mid-upload' ? enter(fence) : undefined);
      const delivering = deliver(monday, { fence: 2, fault });
      if (failure === null) expect(await delivering).toMatchObject({ rows: 2, alreadyDelivered: false });
      else await expect(delivering).rejects.toMatchObject(failure);
      expect(await held()).toEqual(failure === null ? MONDAY : []);
    });

    it('waits for an entry that is not committed', async () => {
      const committed = Promise.withResolvers<void>();
      const fault: Fault = async (point) => {
        if (point !== 'mid-upload') return;
        await server.run('start transaction');
        await enter(1);
        const waiting = `select 1 from information_schema.innodb_trx where trx_state = 'LOCK WAIT'`;
        const commitWhenWaited = async (): Promise<void> => {
          await expect.poll(() => server.rows(waiting)).toHaveLength(1);
          await server.run('commit');
        };
        commitWhenWaited().then(committed.resolve, committed.reject);
      };
      expect(await deliver(monday, { fence: 2, fault })).toMatchObject({ rows: 2 });
      await committed.promise;
      expect(await held()).toEqual(MONDAY);
    });
  });

  it('a lock that another delivery keeps is waited for', async () => {
    const going = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = deliver(tuesday, {
      unitId: 'other',
      fault: async (point) => {
        if (point !== 'before-commit') return;
        begun.resolve();
        await going.promise;
      },
    });
    await begun.promise;
    const second = deliver(monday, { fence: 2 });
    const waiting = `select 1 from information_schema.processlist where user = 'ann' and state = 'User lock'`;
    await expect.poll(() => server.rows(waiting)).toHaveLength(1);
    going.resolve();
    await first;
    await second;
    expect(await held()).toEqual(MONDAY);
  });
}

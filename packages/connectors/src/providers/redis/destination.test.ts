import { useFolder } from '@switchboard/model/testing/use-folder';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Content, Delivered, DeliveryRequest } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { buildContent, buildDelivery } from '../../testing/delivery.ts';
import { destination } from './destination.ts';
import { startRedis, type TestRedis } from './testing/stand-in.ts';

const folder = useFolder('redis-destination');
const monday = buildContent(folder, 'site,clicks,revenue', ['a,1,2.5', 'b,2,']);
const tuesday = buildContent(folder, 'site,clicks,revenue', ['c,3,1']);

let server: TestRedis;
let places = 0;
let stream = '';
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.close());
beforeEach(() => {
  places += 1;
  stream = `spend_${places}`;
  server.plant();
  server.control.isFull = false;
});

const deliver = (content: Content, overrides: Partial<DeliveryRequest> = {}): Promise<Delivered> =>
  destination.deliver(
    buildDelivery(content, { parameters: { stream }, key: server.key(), ...overrides }),
    buildContext(),
  );
const sites = (): readonly (string | undefined)[] => server.entries(stream).map((entry) => entry.get('site'));

describe('redis destination', () => {
  it('adds an entry for each row, without the fields that are null', async () => {
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `redis · ${stream}`,
      alreadyDelivered: false,
    });
    const [first, second] = server.entries(stream).map((entry) => Object.fromEntries(entry));
    expect(first).toMatchObject({ report_date: '2026-03-04', site: 'a', clicks: '1', revenue: '2.5' });
    expect(second).not.toHaveProperty('revenue');
  });

  it('names the stream by the report date', async () => {
    await deliver(monday, { parameters: { stream: `${stream}:{YYYY-MM-DD}` } });
    expect(server.entries(`${stream}:2026-03-04`)).toHaveLength(2);
  });

  it('leaves entries of others, and replaces its own among them', async () => {
    server.run('XADD', stream, '*', 'site', 'of another');
    await deliver(monday);
    server.run('XADD', stream, '*', 'site', 'of another');
    await deliver(tuesday, { fence: 2 });
    expect(sites()).toEqual(['of another', 'of another', 'c']);
    await deliver(monday, { name: 'another_upload' });
    expect(sites()).toEqual(['of another', 'of another', 'c', 'a', 'b']);
  });

  it('replaces what a test run added for the date', async () => {
    await deliver(monday, { purpose: 'proof' });
    await deliver(tuesday);
    expect(sites()).toEqual(['c']);
  });

  it('replaces more entries than are read at once', async () => {
    const many = buildContent(
      folder,
      'site,clicks,revenue',
      Array.from({ length: 2500 }, (_, row) => `s${row},1,1`),
    );
    await deliver(many);
    await deliver(tuesday, { fence: 2 });
    expect(sites()).toEqual(['c']);
  });

  it.each(['replace_date', 'truncate', 'append'] as const)(
    'settles by the ledger a lost answer to the commit in mode %s',
    { tags: 'case:cut' },
    async (mode) => {
      server.plant({ request: /^EXEC/, kind: 'cut-after' });
      expect(await deliver(monday, { mode })).toMatchObject({ alreadyDelivered: false });
      expect(await deliver(monday, { mode, attempt: 2 })).toMatchObject({ alreadyDelivered: true });
      expect(sites()).toEqual(['a', 'b']);
    },
  );

  it('fails, to be tried again, when the commit never arrived', { tags: 'case:cut' }, async () => {
    server.plant({ request: /^EXEC/, kind: 'cut-before' });
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE', class: 'transient' });
    expect(sites()).toEqual([]);
  });

  it('reports why a transaction was refused as a whole', { tags: 'case:full' }, async () => {
    const reason =
      "EXECABORT Transaction discarded because of: OOM command not allowed when used memory > 'maxmemory'.";
    server.plant({ request: /^EXEC/, kind: { status: 0, reason } });
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_FULL', class: 'transient' });
    expect(sites()).toEqual([]);
  });

  it('undoes a transaction of which a command failed', async () => {
    await deliver(monday);
    const failing = destination.deliver(
      buildDelivery(tuesday, { parameters: { stream }, key: server.key(), fence: 2 }),
      buildContext({
        beforeCommit: async () => {
          server.run('DEL', stream);
          server.run('SET', stream, 'a text');
        },
      }),
    );
    await expect(failing).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA' });
    server.run('DEL', stream);
    expect(await deliver(tuesday, { fence: 2, attempt: 2 })).toMatchObject({ alreadyDelivered: false });
    expect(sites()).toEqual(['c']);
  });

  it.each(['replace_date', 'truncate', 'append'] as const)(
    'delivers again in mode %s after a command of its transaction failed and the undoing was lost',
    { tags: 'case:cut' },
    async (mode) => {
      await deliver(monday, { mode });
      const failing = destination.deliver(
        buildDelivery(tuesday, { parameters: { stream }, key: server.key(), fence: 2, mode }),
        buildContext({
          beforeCommit: async () => {
            server.run('DEL', stream);
            server.run('SET', stream, 'a text');
            server.plant({ request: /^MULTI/, kind: 'cut-before' });
          },
        }),
      );
      await expect(failing).rejects.toMatchObject({ class: 'transient' });
      server.run('DEL', stream);
      expect(await deliver(tuesday, { fence: 2, attempt: 2, mode })).toMatchObject({ alreadyDelivered: false });
      expect(sites()).toEqual(['c']);
      expect(await deliver(tuesday, { fence: 2, attempt: 3, mode })).toMatchObject({ alreadyDelivered: true });
    },
  );

  it('counts as delivered what readers have removed since', async () => {
    await deliver(monday);
    server.run('XTRIM', stream, 'MAXLEN', '0');
    expect(await deliver(monday, { attempt: 2 })).toMatchObject({ alreadyDelivered: true });
    expect(sites()).toEqual([]);
  });

  it('refuses a key that is not a stream', async () => {
    server.run('SET', stream, 'a text');
    await expect(deliver(monday)).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: `Destination refused the write: ${stream} is a string, not a stream. Change it there, then retry.`,
    });
  });

  it('reports a user who may only read', { tags: 'case:denied' }, async () => {
    await expect(deliver(monday, { key: server.key({ username: 'reader' }) })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining('NOPERM') as unknown,
    });
    expect(sites()).toEqual([]);
  });

  it('reports a server without memory, and delivers once there is some', { tags: 'case:full' }, async () => {
    server.control.isFull = true;
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_FULL', class: 'transient' });
    expect(sites()).toEqual([]);
    server.control.isFull = false;
    await deliver(monday, { attempt: 2 });
    expect(sites()).toEqual(['a', 'b']);
  });

  it.each(['LOADING Redis is loading the dataset in memory', 'READONLY You cannot write against a read only replica.'])(
    'waits for a server that answers %s',
    async (reason) => {
      server.plant({ request: /^WATCH/, kind: { status: 0, reason } });
      await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_BUSY', class: 'transient' });
    },
  );

  it('refuses rows of other dates, and a date that is missing', async () => {
    const dated = buildContent(folder, 'site,report_date', ['a,2026-03-04', 'b,2026-03-05']);
    const columns = ['site', 'report_date'].map((name) => ({
      name,
      type: { kind: 'string' } as const,
      nullable: true,
    }));
    await expect(deliver(dated, { columns })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    await expect(deliver(monday, { reportDate: null })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    expect(sites()).toEqual([]);
  });
});

import type { Fault } from '@switchboard/model/faults';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Content, Delivered, DeliveryRequest } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { buildContent, buildDelivery } from '../../testing/delivery.ts';
import { proxyTo } from '../../testing/tcp-proxy.ts';
import { useDatabase } from '../../testing/use-database.ts';
import { destination } from './destination.ts';

const database = useDatabase();
const folder = useFolder('postgres-broken');
const monday = buildContent(folder, 'site,clicks,revenue', ['a,1,2.500000', 'b,,']);
const tuesday = buildContent(folder, 'site,clicks,revenue', ['c,3,1']);
let tables = 0;
beforeEach(() => {
  tables += 1;
});

const MONDAY = [
  ['a', '1', '2.500000', '2026-03-04'],
  ['b', null, null, '2026-03-04'],
];
const TUESDAY = [['c', '3', '1.000000', '2026-03-04']];
const held = (): Promise<unknown[][]> => database.rows(`select * from daily_${tables} order by 1`);

type Overrides = Partial<DeliveryRequest> & { readonly fault?: Fault };

function deliver(content: Content, { fault, ...overrides }: Overrides = {}): Promise<Delivered> {
  const parameters = { table: `daily_${tables}` };
  const request = buildDelivery(content, { parameters, key: database.key, ...overrides });
  return destination.deliver(request, buildContext(fault ? { fault } : {}));
}

describe('a connection that breaks', () => {
  const through = (port: number): DeliveryRequest['key'] => ({
    ...database.key,
    properties: { ...database.key.properties, port },
  });
  const isCommit = (bytes: Buffer): boolean => bytes.includes('commit\0');

  it('asks the ledger when the answer to the commit is lost', async () => {
    await deliver(tuesday);
    let committing = false;
    let cuts = 0;
    const port = await proxyTo(database.host, database.port, {
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
    expect(await deliver(monday, { fence: 2, key: through(port) })).toMatchObject({ rows: 2, alreadyDelivered: false });
    expect(cuts).toBe(1);
    expect(await held()).toEqual(MONDAY);
    expect(await deliver(monday, { fence: 2, attempt: 2 })).toMatchObject({ alreadyDelivered: true });
  });

  it('fails, to be tried again, when the commit never arrived', async () => {
    await deliver(tuesday);
    let cuts = 0;
    const port = await proxyTo(database.host, database.port, {
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
    const port = await proxyTo(database.host, database.port, {
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

import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Column } from '@switchboard/model/schema';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryContext, DeliveryRequest } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { buildContent, buildDelivery } from '../testing/delivery.ts';
import { ADDRESSED, openHarness } from '../testing/destinations.ts';
import { freePort } from '../testing/free-port.ts';
import type { Harness, Place } from '../testing/harness.ts';
import { proxyTo } from '../testing/tcp-proxy.ts';

const COLUMNS: readonly Column[] = [
  { name: 'id', type: { kind: 'integer' }, nullable: false },
  { name: 'note', type: { kind: 'string' }, nullable: true },
];
const OLD = ['1,old'];
/** Enough that rows are sent before the middle is reached. */
const NEW = Array.from({ length: 2000 }, (_, row) => `${row},new`);

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'broken-connections-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

const DESTINATIONS = ADDRESSED.map((one) => [one.spec.name, one] as const);

describe.each(sampleCells(DESTINATIONS, 3))('%s', (name, { destination }) => {
  let harness: Harness;
  let place: Place;
  let places = 0;
  beforeAll(async () => {
    harness = await openHarness(name);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    places += 1;
    place = await harness.place(`place_${places}`);
    await deliver(OLD, 1);
  });

  const server = (): NonNullable<Harness['server']> => {
    if (harness.server === undefined) throw new Error(`the harness of ${name} names no server`);
    return harness.server;
  };
  const deliver = (
    rows: readonly string[],
    fence: number,
    { key = harness.key, ...context }: Partial<DeliveryContext & Pick<DeliveryRequest, 'key'>> = {},
  ): ReturnType<typeof destination.deliver> =>
    destination.deliver(
      buildDelivery(buildContent(scratch, 'id,note', rows), {
        columns: COLUMNS,
        parameters: place.parameters('replace_date'),
        key,
        fence,
      }),
      buildContext(context),
    );
  const held = async (): Promise<readonly string[]> =>
    (await place.rows(['id', 'note'], '2026-03-04')).map((row) => row.join(','));

  it('reports a server that refuses connections', { tags: 'case:refused' }, async () => {
    await expect(deliver(NEW, 2, { key: server().keyTo(await freePort()) })).rejects.toMatchObject({
      code: 'DESTINATION_UNREACHABLE',
      class: 'transient',
    });
    expect(await held()).toEqual(OLD);
  });

  it('shows nothing of what was being sent when the connection was cut, and everything later', {
    tags: 'case:cut',
  }, async () => {
    let isCut = false;
    const open = new Set<Socket>();
    const passes = (_: Buffer, client: Socket): boolean => {
      open.add(client);
      if (isCut) client.destroy();
      return !isCut;
    };
    const port = await proxyTo('127.0.0.1', server().port, { onRequest: passes, onAnswer: passes });
    const fault = async (): Promise<void> => {
      isCut = true;
      for (const socket of open) socket.destroy();
    };
    await expect(deliver(NEW, 2, { key: server().keyTo(port), fault })).rejects.toMatchObject({
      code: 'DESTINATION_UNREACHABLE',
      class: 'transient',
    });
    expect(await held()).toEqual(OLD);
    expect(await deliver(NEW, 2)).toMatchObject({ rows: NEW.length, alreadyDelivered: false });
    expect((await held()).toSorted()).toEqual(NEW.toSorted());
    await expect.poll(() => place.leftovers()).toEqual([]);
  });
});

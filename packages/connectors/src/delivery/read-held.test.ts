import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryRequest, HeldResult } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { buildContent, buildDelivery } from '../testing/delivery.ts';
import { DESTINATIONS, openHarness } from '../testing/destinations.ts';
import type { Harness } from '../testing/harness.ts';

const folder = useFolder('read-held');
const READ = DESTINATIONS.filter(({ destination }) => destination.readHeld !== undefined);

it('reads the record of files and of tables of SQL databases', () => {
  expect(READ.map(({ spec }) => spec.name)).toEqual(expect.arrayContaining(['file', 'mssql', 'postgres', 'redshift']));
});

describe.each(READ.map((one) => [one.spec.name, one] as const))('%s', (name, { destination }) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(name);
  });
  afterAll(() => harness.close());

  it('says which result the destination records, and counts what stands there, without changing anything', async () => {
    const place = await harness.place('held');
    const context = buildContext({ folders: harness.folders });
    const parameters = place.parameters('replace_date');
    const of = (rows: readonly string[], overrides: Partial<DeliveryRequest> = {}): DeliveryRequest =>
      buildDelivery(buildContent(folder, 'site,clicks,revenue', rows), { parameters, key: harness.key, ...overrides });
    const held = (request: DeliveryRequest, counts = true): Promise<HeldResult | null> | undefined =>
      destination.readHeld?.(request, context, counts);
    const monday = of(['a,1,2.5', 'b,2,3'], { fence: 7, epoch: 3 });
    const tuesday = of(['c,3,1'], { fence: 8, epoch: 3, reportDate: '2026-03-05' });

    expect(await held(monday)).toBeNull();
    if (name === 'file') expect(harness.folders.write.flatMap((each) => readdirSync(each))).toEqual([]);
    for (const request of [monday, tuesday]) await destination.deliver(request, context);
    const size = (count: number, { content }: DeliveryRequest): HeldResult['standing'] =>
      name === 'file' ? { what: 'bytes', count: content.bytes, ofDate: false } : { what: 'rows', count, ofDate: true };
    expect(await held(monday)).toEqual({ fence: 7, epoch: 3, rows: 2, standing: size(2, monday) });
    expect(await held(monday, false)).toEqual({ fence: 7, epoch: 3, rows: 2, standing: null });
    expect(await held(tuesday)).toEqual({ fence: 8, epoch: 3, rows: 1, standing: size(1, tuesday) });
    // The rows of the result are not read: it may be gone.
    rmSync(monday.content.path);
    expect(await held(monday)).toMatchObject({ fence: 7 });
    expect(await held({ ...monday, reportDate: '2026-03-06' })).toBeNull();
    expect(await held({ ...monday, name: 'other' })).toBeNull();

    if (name !== 'file') return;
    for (const each of harness.folders.write) rmSync(join(each, 'held', '2026-03-04.csv'));
    expect(await held(monday)).toEqual({
      fence: 7,
      epoch: 3,
      rows: 2,
      standing: { what: 'bytes', count: 0, ofDate: false },
    });
  });
});

import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testOvertaken, testRefusedParameters } from '../../testing/destination-promises.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { beforeCommit, buildLongContent, countAsked, textOf, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';
import { isAzurite } from './testing/azurite.ts';
import { containerToken } from './testing/sas.ts';
import { startAzure, type TestAzure } from './testing/start-azure.ts';

let azure: TestAzure;
let container: Awaited<ReturnType<TestAzure['createContainer']>>;
/** An eighth of that in production. */
const PART_BYTES = 1024 ** 2;

beforeAll(async () => {
  azure = await startAzure();
});
afterAll(async () => {
  await azure.close();
});
beforeEach(async () => {
  azure.plant();
  container = await azure.createContainer();
  azure.plant();
});

const KEY = '2026/03/ad_daily-04.csv';

const { folder, monday, tuesday, deliver } = useDeliveries(destination, () => ({
  parameters: { path: `az://${container.name}/{YYYY}/{MM}/{name}-{DD}.csv` },
  key: azure.key(),
  partBytes: PART_BYTES,
  stallTimeoutMs: 10_000,
}));
/** Longer than two blocks. */
const big = buildLongContent(folder, 1_150_000);
const held = (): Promise<string | null> => container.text(KEY);
const asked = countAsked(() => azure);

const BLOCK = /^PUT .*comp=block&/;
const LIST = /^PUT .*comp=blocklist/;
const WHOLE = /^PUT [^?]*$/;

describe('azure_blob destination', () => {
  it('writes the blob of the report date, in one request when it is short', async () => {
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `azure_blob · ${container.name}/${KEY}`,
      alreadyDelivered: false,
    });
    expect([asked(/^HEAD/), asked(WHOLE), azure.asked().length]).toEqual([1, 1, 2]);
    expect([await held(), await container.names()]).toEqual([textOf(monday), [KEY]]);
  });

  it('writes a long one in blocks, which a list makes visible', async () => {
    const fault = beforeCommit(async () => expect(await container.names()).toEqual([]));
    expect(await deliver(big, { fault })).toMatchObject({ bytes: big.bytes, alreadyDelivered: false });
    expect([asked(BLOCK), asked(LIST)]).toEqual([3, 1]);
    expect((await held()) === textOf(big)).toBe(true);
  });

  it('writes the format that its parameters ask for, under a name of any characters', async () => {
    const name = 'a b/ü+%&=\'#?"~!()*;<ö>.csv.gz';
    await deliver(monday, { parameters: { path: `az://${container.name}/${name}`, delimiter: ';', header: false } });
    expect(await container.names()).toEqual([name]);
    expect(gunzipSync((await container.bytes(name)) ?? '').toString()).toBe('a;1;2.5\nb;2;\n');
  });

  it('writes with a SAS token of the account, and with one of the container', async () => {
    await deliver(monday, { key: azure.sasKey() });
    const token = containerToken(azure.account, container.name);
    await deliver(tuesday, { fence: 2, key: azure.sasKey(`?${token}`) });
    expect(await held()).toBe(textOf(tuesday));
    const elsewhere = azure.sasKey(containerToken(azure.account, 'another'));
    await expect(deliver(monday, { fence: 3, key: elsewhere })).rejects.toMatchObject({
      code: 'DESTINATION_AUTH_FAILED',
    });
  });

  it.each<[string, RegExp, number, FaultKind]>([
    ['the answer to a block is lost', BLOCK, 1, 'cut-after'],
    ['a block was changed on its way', BLOCK, 2, { status: 400, reason: 'Md5Mismatch' }],
    ['the answer to the list is lost', LIST, 0, 'cut-after'],
  ])('sends a long one once when %s', async (_, request, skip, kind) => {
    azure.plant({ request, skip, kind });
    expect(await deliver(big)).toMatchObject({ bytes: big.bytes, alreadyDelivered: false });
    expect((await held()) === textOf(big)).toBe(true);
    expect(asked(BLOCK) + asked(LIST)).toBe(5);
  });

  it('tries again when the service asks for a short pause, and leaves a long one to the schedule', async () => {
    azure.plant({ request: WHOLE, kind: { status: 503, reason: 'ServerBusy', headers: { 'retry-after': '1' } } });
    const pauses: number[] = [];
    await deliver(monday, { pause: async (milliseconds) => void pauses.push(milliseconds) });
    expect(pauses).toEqual([1000]);
    const headers = { 'retry-after': '60' };
    azure.plant({ request: WHOLE, kind: { status: 503, reason: 'ServerBusy', headers } });
    await expect(deliver(tuesday, { fence: 2 })).rejects.toMatchObject({ code: 'DESTINATION_BUSY', retryAfter: 60 });
    expect(asked(WHOLE)).toBe(1);
  });

  it('sends all blocks again when the service has dropped them', async () => {
    azure.plant({ request: LIST, kind: { status: 400, reason: 'InvalidBlockList' } });
    expect(await deliver(big)).toMatchObject({ alreadyDelivered: false });
    expect([asked(BLOCK), asked(LIST)]).toEqual([6, 2]);
  });

  it('a short upload is stored once when the answer is lost, also when nothing but its ledger shows it', async () => {
    azure.plant({ request: WHOLE, kind: 'cut-after' });
    expect(await deliver(monday)).toMatchObject({ alreadyDelivered: false });
    azure.plant({ request: WHOLE, kind: 'cut-after' }, { request: WHOLE, times: 9, kind: 'cut-before' });
    expect(await deliver(tuesday, { fence: 2 })).toMatchObject({ alreadyDelivered: false });
    expect(await held()).toBe(textOf(tuesday));
  });

  testOvertaken({
    deliver,
    results: [
      [monday, tuesday],
      [big, tuesday],
    ],
    held,
    expected: (newer) => textOf(newer),
  });

  it('replaces a blob that somebody else put there, or removed, while it is writing', async () => {
    await container.write(KEY, 'of somebody else');
    const changes = [() => container.write(KEY, 'again'), () => container.remove(KEY)];
    let rounds = 0;
    const fault = beforeCommit(() => changes[rounds++]?.());
    await deliver(monday, { fault });
    expect([rounds, await held()]).toEqual([3, textOf(monday)]);
  });

  it('ends a delivery that is cancelled', async () => {
    const abort = new AbortController();
    const fault = beforeCommit(() => abort.abort(new Error('cancelled')));
    await expect(deliver(big, { fault, signal: abort.signal })).rejects.toThrow('cancelled');
    expect([await container.names(), asked(LIST)]).toEqual([[], 0]);
  });

  it.runIf(!isAzurite)('signs by the clock of the service when ours is wrong', async () => {
    azure.clock.now += 3 * 3600_000;
    try {
      await deliver(monday);
      expect(azure.asked()).toHaveLength(3);
    } finally {
      azure.clock.now -= 3 * 3600_000;
    }
  });

  it.each<[string, FaultKind, string, string]>([
    ['no room, as servers other than Azure answer it', { status: 507, reason: 'x' }, 'DESTINATION_FULL', 'transient'],
    [
      'a missing permission',
      { status: 403, reason: 'AuthorizationPermissionMismatch' },
      'DESTINATION_AUTH_FAILED',
      'authentication',
    ],
    ['an immutable blob', { status: 409, reason: 'BlobImmutableDueToPolicy' }, 'DESTINATION_REFUSED', 'permanent'],
    ['a blob of another type', { status: 409, reason: 'InvalidBlobType' }, 'DESTINATION_REFUSED', 'permanent'],
    ['a busy service', { status: 503, reason: 'ServerBusy' }, 'DESTINATION_BUSY', 'transient'],
    ['silence', 'hang', 'DESTINATION_UNREACHABLE', 'transient'],
  ])('reports %s', { tags: ['case:full', 'case:denied', 'case:silent'] }, async (_, kind, code, errorClass) => {
    azure.plant({ request: WHOLE, times: 9, kind });
    await expect(deliver(monday, { stallTimeoutMs: 400 })).rejects.toMatchObject({ code, class: errorClass });
    azure.plant();
    expect(await container.names()).toEqual([]);
  });

  it('reports a container that does not exist, and an answer of another server', { tags: 'case:missing' }, async () => {
    await expect(deliver(monday, { parameters: { path: 'az://nowhere/x.csv' } })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: 'Destination refused the write: the container nowhere does not exist. Change it there, then retry.',
    });
    azure.plant({ request: /^HEAD/, kind: { status: 404, reason: 'other' } });
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' });
    expect(asked(WHOLE)).toBe(0);
  });

  testRefusedParameters(
    [
      [{}, {}],
      [{ path: 's3://reports/x.csv' }, {}],
      [{ path: 'az://UPPER/x.csv' }, {}],
      [{ path: 'az://two--hyphens/x.csv' }, {}],
      [{ path: 'az://reports/../b.csv' }, {}],
      [{ path: 'az://reports/{DD}.csv' }, { reportDate: null }],
      [{ path: 'az://reports/x.csv' }, { mode: 'append' }],
    ],
    { deliver, monday, asked: () => azure.asked() },
  );
});

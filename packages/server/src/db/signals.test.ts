import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queryAsSuperuser } from '../../testing/database.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/database-proxy.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { openSignals, type Signals } from './signals.ts';

const CHANNEL = 'switchboard_units';
const RECONNECT = 200;
/** Other tests on this server may terminate connections with the program's own name. */
const NAME = 'signals-of-this-test';
const WITHIN = { interval: 20 };

const { url: databaseUrl } = useDatabase();
let proxy: DatabaseProxy;

beforeEach(async () => {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', NAME);
  proxy = await openDatabaseProxy(url.href);
});
afterEach(() => proxy.close());

const open = (channel = CHANNEL): Promise<Signals> =>
  openSignals(proxy.url, channel, { reconnectMs: RECONNECT, answerMs: 500 });
const listening = async (): Promise<readonly number[]> => {
  const rows = await queryAsSuperuser<{ pid: number }>(
    databaseUrl,
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [NAME],
  );
  return rows.map(({ pid }) => pid);
};
const breakOff = async (): Promise<unknown> =>
  queryAsSuperuser(databaseUrl, 'select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await listening()]);
/** Until a message that is sent now arrives. */
const untilHeard = (heard: readonly string[], message: string): Promise<void> =>
  expect
    .poll(async () => {
      await queryAsSuperuser(databaseUrl, `select pg_notify('${CHANNEL}', '${message}')`);
      return heard.includes(message);
    }, WITHIN)
    .toBe(true);

/** Expects these signals to have the one open connection, and none once they are closed. */
async function closeOnly(signals: Signals): Promise<void> {
  await expect.poll(listening, WITHIN).toHaveLength(1);
  await signals.close();
  await expect.poll(listening, WITHIN).toEqual([]);
}

describe('a listening connection', () => {
  it('reconnects one attempt at a time while the database refuses, and ends up with a single connection', async () => {
    const signals = await open();
    const heard: string[] = [];
    signals.listen((message) => heard.push(message));
    await untilHeard(heard, 'first');
    proxy.refuse();
    await expect.poll(() => proxy.asked.length, WITHIN).toBeGreaterThanOrEqual(9);
    const pauses = proxy.asked.slice(2, 9).map((at, index) => at - (proxy.asked[index + 1] ?? 0));
    for (const pause of pauses) expect(pause).toBeGreaterThan(RECONNECT * 0.9);
    proxy.admit();
    const refused = proxy.asked.length;
    await untilHeard(heard, 'second');
    // A further attempt that was planned during the outage comes before the one that is planned now.
    await breakOff();
    await untilHeard(heard, 'third');
    expect(proxy.asked.length - refused).toBe(2);
    await closeOnly(signals);
  });

  it('does not reconnect once closed, even during an outage', async () => {
    const signals = await open();
    proxy.refuse();
    await expect.poll(() => proxy.asked.length, WITHIN).toBeGreaterThanOrEqual(2);
    await signals.close();
    const tried = proxy.asked.length;
    proxy.admit();
    const other = await open();
    await breakOff();
    await expect.poll(() => proxy.asked.length - tried, WITHIN).toBe(2);
    await closeOnly(other);
    expect(proxy.asked.length - tried).toBe(2);
  });

  it('leaves no connection when it cannot be opened at first', async () => {
    proxy.refuse();
    await expect(open()).rejects.toThrow();
    proxy.admit();
    await expect(open('')).rejects.toThrow(/zero-length/);
    const signals = await open();
    await breakOff();
    await expect.poll(() => proxy.asked.length, WITHIN).toBe(4);
    await closeOnly(signals);
    expect(proxy.asked).toHaveLength(4);
  });

  it('reconnects when the database accepts connections and sends nothing', async () => {
    const signals = await open();
    const heard: string[] = [];
    signals.listen((message) => heard.push(message));
    proxy.ignore();
    await breakOff();
    await expect.poll(() => proxy.asked.length, WITHIN).toBeGreaterThanOrEqual(3);
    proxy.admit();
    await untilHeard(heard, 'again');
    await closeOnly(signals);
  });

  it('closes immediately when the database has fallen silent', async () => {
    const signals = await open();
    proxy.fallSilent();
    await signals.close();
    expect(proxy.asked).toHaveLength(1);
  }, 5_000);
});

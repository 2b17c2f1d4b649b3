import { expect, test } from 'vitest';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { endMaintenance, readMaintenance, startMaintenance } from '../../db/maintenance.ts';
import { watchMaintenance } from './maintenance-mode.ts';

let now = Date.now();
const server = useHttpServer({
  now: () => now,
  registerApi: async (app) => {
    app.get('/api/rows', () => ({ rows: [] }));
  },
});

const get = async (path: string) => {
  const answer = await fetch(`${server.url}${path}`);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

test('the API and the heartbeat answer 503 while maintenance is on, and recover by themselves', async () => {
  expect((await get('/api/rows')).status).toBe(200);

  await startMaintenance(server.database);
  now += 2_000;
  const refused = await get('/api/rows');
  expect(refused.status).toBe(503);
  expect(JSON.parse(refused.text)).toMatchObject({
    errors: [
      {
        message: 'Switchboard is being upgraded. Try again in a few minutes.',
        extensions: { code: 'MAINTENANCE' },
      },
    ],
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const heartbeat = await get('/_heartbeat');
  expect([heartbeat.status, heartbeat.text]).toEqual([503, 'maintenance']);
  // The page that says so must load.
  expect((await get('/console-settings.json')).status).toBe(200);

  await endMaintenance(server.database);
  now += 2_000;
  expect((await get('/api/rows')).status).toBe(200);
  expect((await get('/_heartbeat')).text).toBe('ok');
});

test('maintenance that is begun twice keeps its time, and ends once', async () => {
  const since = await startMaintenance(server.database);
  expect(await startMaintenance(server.database)).toEqual(since);
  expect(await readMaintenance(server.database)).toEqual(since);
  expect(await endMaintenance(server.database)).toBe(true);
  expect(await endMaintenance(server.database)).toBe(false);
  expect(await readMaintenance(server.database)).toBeNull();
});

test('calls within two seconds ask the database once, and what it said holds while it is away', async () => {
  let time = 0;
  let asked = 0;
  let isAway = false;
  const database = {
    ...server.database,
    aside: {
      withSystem: ((use) => {
        asked += 1;
        return isAway ? Promise.reject(new Error('away')) : server.database.aside.withSystem(use);
      }) as typeof server.database.withSystem,
    },
  };
  const maintenance = watchMaintenance(database, () => time);
  await startMaintenance(server.database);
  expect(await Promise.all([maintenance.isOn(), maintenance.isOn()])).toEqual([true, true]);
  time = 1_999;
  expect(await maintenance.isOn()).toBe(true);
  expect(asked).toBe(1);
  await endMaintenance(server.database);
  isAway = true;
  time = 2_000;
  expect(await maintenance.isOn()).toBe(true);
  isAway = false;
  time = 4_000;
  expect(await maintenance.isOn()).toBe(false);
});

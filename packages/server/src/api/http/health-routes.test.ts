import { PipelineError } from '@switchboard/model/errors/errors';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import type { PartFailure } from '../../units/parts/part.ts';
import { healthRoutes } from './health-routes.ts';

const { database } = useDatabase();

test('a process whose part of the installation fails is not ready, says which, and is still alive', async () => {
  const failing: PartFailure[] = [];
  const app = Fastify();
  await app.register(healthRoutes, { database, maintenance: null, failures: () => failing });
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject(url);
    return [statusCode, body];
  };
  expect(await ask('/ready')).toEqual([200, 'ok']);
  failing.push(
    { part: 'disk', failure: new PipelineError('STORAGE_FULL'), since: 0 },
    { part: 'store', failure: new PipelineError('STORAGE_FAILED', { reason: 'minio.internal: refused' }), since: 0 },
  );
  expect(await ask('/ready')).toEqual([503, 'disk STORAGE_FULL\nstore STORAGE_FAILED']);
  expect(await ask('/live')).toEqual([200, 'ok']);
  expect(await ask('/_heartbeat')).toEqual([200, 'ok']);
  await app.close();
});

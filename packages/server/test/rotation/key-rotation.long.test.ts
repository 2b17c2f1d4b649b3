import { useFolder } from '@switchboard/model/testing/use-folder';
import { expect, test } from 'vitest';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { outcomesOf, rotateUnderLoad, tryAll } from './rotate-under-load.ts';

const used = useDatabase({ own: true });
const folder = useFolder('rotation-long');

test('rotates the master key while 201 units run: nothing fails, and the old key opens nothing afterwards', {
  timeout: 900_000,
}, async () => {
  const days = 67;
  const run = await rotateUnderLoad(used, folder, days);
  const { oldKey, newKey, outcomes, ...figures } = run;
  process.stdout.write(`${JSON.stringify({ ...figures, units: outcomes.length })}\n`);
  expect(outcomes).toEqual(outcomesOf(days));
  expect(run.openAtEnd).toBeGreaterThan(0);
  expect(run.requests).toEqual({ all: days, withKey: days });
  expect(await tryAll(used.database, oldKey)).toMatchObject({ opened: 0 });
  const all = await tryAll(used.database, newKey);
  expect(all).toEqual({ values: all.values, opened: all.values });
});

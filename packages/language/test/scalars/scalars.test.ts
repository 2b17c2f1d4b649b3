import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../src/index.ts';
import { compareFunction } from './batch.ts';
import { openComparison } from './compare.ts';
import { SECOND_IMPLEMENTATIONS, WITHOUT_SECOND_IMPLEMENTATION } from './registry.ts';

const ROWS = 1000;
const SEED = 20_261_123;

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await openComparison();
});

const NAMES = FUNCTIONS.filter(({ kind }) => kind === 'scalar').map(({ name }) => name);

test('each scalar function has a second implementation or a reason to have none', () => {
  const known = [...Object.keys(SECOND_IMPLEMENTATIONS), ...Object.keys(WITHOUT_SECOND_IMPLEMENTATION)];
  expect(known.toSorted()).toEqual([...NAMES].toSorted());
});

describe('scalar functions', () => {
  test.each(Object.keys(SECOND_IMPLEMENTATIONS))(
    'a second implementation gives the same on random rows: %s',
    async (name) => {
      const { rows, shown } = await compareFunction(connection, name, { rows: ROWS, seed: SEED });
      expect(shown).toEqual([]);
      expect(rows).toBeGreaterThanOrEqual(ROWS);
    },
  );
});

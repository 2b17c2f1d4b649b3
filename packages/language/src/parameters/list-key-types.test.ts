import { expect, it } from 'vitest';
import { listKeyTypes } from './list-key-types.ts';

it.each([
  [['sql'], 'sql'],
  [['api_token', 'basic'], 'api_token or basic'],
  [['a', 'b', 'c', 'd'], 'a or b or c or d'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b or one of 3 others'],
])('names the key types %j', (names, text) => expect(listKeyTypes(names)).toBe(text));

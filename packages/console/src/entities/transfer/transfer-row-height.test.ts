import { expect, it } from 'vitest';
import { transferRowHeight } from './transfer-row-height.ts';

it('gives a failed row a second line for its cause', () => {
  expect(transferRowHeight({ status: 'failed' })).toBe(60);
  expect(transferRowHeight({ status: 'completed' })).toBe(44);
});

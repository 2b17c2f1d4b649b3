import { expect, it } from 'vitest';
import { healthOf } from './health.ts';

it('is ok only when the server answers ok', () => {
  expect(healthOf(200, 'ok')).toBe('ok');
  expect(healthOf(200, '<!doctype html>')).toBe('unreachable');
  expect(healthOf(503, 'maintenance')).toBe('maintenance');
  expect(healthOf(503, 'database')).toBe('unreachable');
  expect(healthOf(502, '')).toBe('unreachable');
});

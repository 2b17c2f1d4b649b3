import { expect, it } from 'vitest';
import { buildEvent } from '../../../test/build-rows.ts';
import { concernsKeys } from './concerns-keys.ts';

it.each([
  [{ severity: 'error', code: 'SOURCE_AUTH_FAILED' }, true],
  [{ severity: 'warn', code: 'SOURCE_AUTH_FAILED' }, true],
  [{ severity: 'info', code: 'KEY_UNSUSPENDED' }, true],
  [{ severity: 'info', code: 'DOWNLOAD_COMPLETED' }, false],
  [{ severity: 'debug', code: 'RETRIED' }, false],
])('an event %j may change the status of a key: %s', (event, expected) => {
  const routine = buildEvent({ severity: 'info', code: 'UPLOAD_COMPLETED' });
  expect(concernsKeys({ events: [routine, buildEvent(event)] })).toBe(expected);
});

it('an empty list of events changes no key', () => {
  expect(concernsKeys({ events: [] })).toBe(false);
});

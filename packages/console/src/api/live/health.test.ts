import { expect, it } from 'vitest';
import { type Health, healthOf, initialContact, needsFallbackScreen, nextContact } from './health.ts';

/** The contact after heartbeats at 1, 2, 3, … */
const after = (...beats: readonly Health[]) =>
  beats.reduce((contact, health, index) => nextContact(contact, health, index + 1), initialContact(0));

it('the server is healthy only when it answers ok', {
  tags: ['spec:session-health-check', 'spec:call-heartbeat'],
}, () => {
  expect(healthOf(200, 'ok')).toBe('ok');
  expect(healthOf(200, '<!doctype html>')).toBe('unreachable');
  expect(healthOf(503, 'maintenance')).toBe('maintenance');
  expect(healthOf(503, 'database')).toBe('unreachable');
  expect(healthOf(502, '')).toBe('unreachable');
});

it('keeps the start of an outage and the time of the last answer', () => {
  expect(after('ok', 'unreachable', 'maintenance')).toEqual({
    health: 'maintenance',
    offlineSince: 2,
    missed: 2,
    lastAnswer: 1,
  });
  expect(after('ok', 'unreachable', 'ok')).toEqual(initialContact(3));
});

it('covers the application in maintenance and after two missed heartbeats', () => {
  expect(needsFallbackScreen(after('ok'))).toBe(false);
  expect(needsFallbackScreen(after('maintenance'))).toBe(true);
  expect(needsFallbackScreen(after('unreachable'))).toBe(false);
  expect(needsFallbackScreen(after('unreachable', 'unreachable'))).toBe(true);
  expect(needsFallbackScreen(after('unreachable', 'ok', 'unreachable'))).toBe(false);
});

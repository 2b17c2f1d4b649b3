import { describe, expect, it } from 'vitest';
import {
  ARTIFACT_STATUSES,
  DAY_STATUSES,
  type DayFacts,
  type DayRun,
  DEPENDENCY_STATUSES,
  dayLevel,
  dayStatus,
  HEALTH_LEVELS,
  healthLevel,
  idleForAWeek,
  rowLevel,
  worstDay,
} from './health.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
const done: DayRun = { status: 'completed', dirty: 'none', errors: false };
const due: DayFacts = { run: null, dueAt: NOW - HOUR, late: false };

describe('a report date', () => {
  it.each([
    ['clean', 'it was completed', { ...due, run: done }],
    ['clean', 'an older record says STOPPED', { ...due, run: { ...done, status: 'STOPPED' } }],
    ['clean', 'the same report came again', { ...due, run: { ...done, status: 'skipped' } }],
    ['warning', 'it had no rows, and that late', { ...due, run: { ...done, status: 'skipped' }, late: true }],
    ['retrying', 'it is tried again', { ...due, run: { ...done, status: 'retrying' } }],
    ['warning', 'some rows are dirty', { ...due, run: { ...done, dirty: 'some' } }],
    ['warning', 'it came late', { ...due, run: done, late: true }],
    ['issue', 'it has an error event', { ...due, run: { ...done, errors: true } }],
    ['issue', 'all rows are dirty', { ...due, run: { ...done, dirty: 'all' } }],
    ['failed', 'it failed', { ...due, run: { ...done, status: 'failed', errors: true } }],
    ['missing', 'it was due and is not there', due],
    ['expected', 'it is due later', { ...due, dueAt: NOW + HOUR }],
    ['expected', 'it is under way', { ...due, run: { ...done, status: 'downloading' } }],
    ['null', 'nothing is due', { ...due, dueAt: null }],
  ] as const)('a report date is %s when %s', { tags: 'proof:day-status' }, (status, _when, facts) => {
    expect(String(dayStatus(facts, NOW))).toBe(status);
  });
});

describe('several days', () => {
  it.each([
    ['clean', 'expected'],
    ['expected', 'missing'],
    ['missing', 'warning'],
    ['warning', 'issue'],
    ['issue', 'failed'],
    ['clean', 'retrying'],
    ['retrying', 'expected'],
  ] as const)('%s and %s: the latter is more serious', { tags: 'proof:day-status-order' }, (less, more) => {
    expect(worstDay([less, more, null])).toBe(more);
    expect(worstDay([more, less])).toBe(more);
  });

  it('no days, or none with anything due, give no status', () => {
    expect(worstDay([])).toBeNull();
    expect(worstDay([null, null])).toBeNull();
  });
});

describe('the level of a day', () => {
  it.each([
    ['Error', 'failed', 'active'],
    ['Error', 'failed', 'suspended'],
    ['Error', 'missing', 'suspended'],
    ['Issue', 'issue', 'active'],
    ['Notice', 'warning', 'active'],
    ['Notice', 'missing', 'active'],
    ['Working', 'clean', 'active'],
    ['Working', 'expected', 'active'],
    ['Working', 'retrying', 'active'],
  ] as const)(
    'the level of a day is %s when it is %s and the declaration %s',
    { tags: 'proof:day-level' },
    (level, status, artifact) => {
      expect(dayLevel(status, artifact)).toBe(level);
    },
  );

  it('the level of a day without anything due is Working', () => {
    expect(dayLevel(null, 'suspended')).toBe('Working');
  });

  it('rises from Working to Error', () => {
    expect(HEALTH_LEVELS).toEqual(['Working', 'Notice', 'Issue', 'Error']);
  });
});

describe('the level of a row', () => {
  it('the level of a row is Error for a suspended declaration with a missing day, whatever else the week holds', {
    tags: 'proof:row-level',
  }, () => {
    expect(healthLevel(['clean', 'missing', 'warning'], 'suspended')).toBe('Error');
    expect(healthLevel(['issue', 'missing'], 'suspended')).toBe('Error');
    expect(healthLevel(['issue', 'missing'], 'active')).toBe('Issue');
  });

  it('the level of a row is Working without days', () => {
    expect(healthLevel([], 'suspended')).toBe('Working');
  });
});

describe('a week', () => {
  const missing = Array.from({ length: 6 }, () => 'missing' as const);
  it.each([
    ['nothing ran, and today is still to come', [...missing, 'expected'], true],
    ['nothing ran', [...missing, 'missing'], true],
    ['today ran', [...missing, 'clean'], false],
    ['one day ran', [...missing.slice(1), 'clean', 'missing'], false],
    ['one day had nothing due', [...missing.slice(1), null, 'missing'], false],
    ['it is not a whole one', ['missing', 'missing'], false],
  ] as const)('knows whether a week was idle: %s', { tags: 'proof:week-idle' }, (_when, days, idle) => {
    expect(idleForAWeek(days)).toBe(idle);
  });
});

it('knows these words and no others', () => {
  expect([...DAY_STATUSES].sort()).toEqual(['clean', 'expected', 'failed', 'issue', 'missing', 'retrying', 'warning']);
  expect(ARTIFACT_STATUSES).toEqual(['active', 'suspended', 'paused']);
  expect(DEPENDENCY_STATUSES).toEqual(['working', 'suspended', 'blocked', 'paused']);
});

describe('the level of a row with dependencies', () => {
  it.each([
    ['active', 'working', 'Notice'],
    ['suspended', 'working', 'Error'],
    ['active', 'suspended', 'Error'],
    ['active', 'blocked', 'Issue'],
    ['active', 'paused', 'Notice'],
    ['paused', 'working', 'Working'],
    ['paused', 'suspended', 'Working'],
  ] as const)(
    'a row that is %s, with dependencies that are %s and a missing day, has the level %s',
    (artifact, dependency, level) => {
      expect(rowLevel(['clean', 'missing'], artifact, dependency)).toBe(level);
    },
  );

  it('a failed day of a blocked row stays an error', () => {
    expect(rowLevel(['failed'], 'active', 'blocked')).toBe('Error');
  });
});

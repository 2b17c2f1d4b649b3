import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../../test/build-unit.ts';
import {
  boundsOf,
  countStates,
  describeUnit,
  matchesFilter,
  readUnits,
  timelineRows,
  type Unit,
  windowOf,
} from './units.ts';

const MINUTE = 60_000;
const NOW = 100 * MINUTE;
const read = (patch: Parameters<typeof buildUnit>[0]): Unit => {
  const [unit] = readUnits([buildUnit(patch)], NOW);
  if (unit === undefined) throw new Error('No unit was read.');
  return unit;
};
const partsOf = (patch: Parameters<typeof buildUnit>[0]): string[] =>
  read(patch).parts.map(({ kind, from, until }) => `${kind} ${from / MINUTE}-${until / MINUTE}`);

describe('the parts of a unit', () => {
  it('a unit waits until it began, and works until it ended', () => {
    expect(partsOf({ queued: 0, started: 2 * MINUTE, finished: 5 * MINUTE })).toEqual(['wait 0-2', 'run 2-5']);
    expect(read({ queued: 0, started: 2 * MINUTE, finished: 5 * MINUTE })).toMatchObject({
      waited: 2 * MINUTE,
      ran: 3 * MINUTE,
    });
  });

  it('the parts of a flow come before those of its upload', () => {
    expect(
      partsOf({
        ...{ kind: 'upload', queued: 0, flow_id: 'f', flow_started: MINUTE, ready: 4 * MINUTE },
        ...{ flow_finished: 5 * MINUTE, started: 6 * MINUTE, finished: 8 * MINUTE },
      }),
    ).toEqual(['wait 0-1', 'prepare 1-4', 'wait 4-6', 'run 6-8']);
  });

  it('a unit that has not ended reaches until now', () => {
    expect(partsOf({ status: 'queued', queued: 90 * MINUTE, started: null, finished: null })).toEqual(['wait 90-100']);
    expect(partsOf({ status: 'downloading', queued: 0, started: MINUTE, finished: null })).toEqual([
      'wait 0-1',
      'run 1-100',
    ]);
  });

  it('a unit waits again after a failed attempt that is retried', () => {
    expect(
      partsOf({
        ...{ status: 'retrying', queued: 0, started: MINUTE, finished: null },
        failures: [{ at: 3 * MINUTE, message: 'x' }],
      }),
    ).toEqual(['wait 0-1', 'run 1-3', 'wait 3-100']);
  });

  it('a unit has an end also where nothing ran', () => {
    expect(partsOf({ status: 'cancelled', queued: 0, started: null, finished: 4 * MINUTE })).toEqual([
      'wait 0-4',
      'run 4-4',
    ]);
  });
});

describe('the state of a unit', () => {
  it.each([
    [{ status: 'completed' }, 'done', 'Completed', 'completed'],
    [{ status: 'completed', dirty_row_status: 'all' }, 'failed', 'All rows dirty', 'error'],
    [{ status: 'failed' }, 'failed', 'Failed', 'error'],
    [{ status: 'queued', started: null, finished: null }, 'waiting', 'Waiting', 'inactive'],
    [{ status: 'downloading', finished: null }, 'running', 'Downloading', 'working'],
    [{ status: 'something', finished: null }, 'done', 'something', 'inactive'],
  ] as const)('%o is %s', (patch, state, label, tone) => {
    expect(read(patch as never)).toMatchObject({ state, label, tone });
  });

  it('an upload is running while its flow is, and waiting before and after', () => {
    const upload = { kind: 'upload', status: 'preparing', started: null, finished: null } as const;
    expect(read({ ...upload }).state).toBe('waiting');
    expect(read({ ...upload, flow_started: 1 }).state).toBe('running');
    expect(read({ ...upload, status: 'queued', flow_started: 1, ready: 2 }).state).toBe('waiting');
  });
});

const UNITS = readUnits(
  [
    buildUnit({ id: 'a', name: 'orders', queued: 20 * MINUTE }),
    buildUnit({ id: 'b', name: 'orders', queued: 30 * MINUTE, status: 'failed' }),
    buildUnit({ id: 'c', kind: 'upload', name: 'orders', queued: 10 * MINUTE, is_late: true, worker: 'w2' }),
    buildUnit({
      id: 'd',
      name: 'tests',
      queued: 40 * MINUTE,
      purpose: 'proof',
      status: 'queued',
      started: null,
      finished: null,
    }),
  ],
  NOW,
);
const ALL = { search: '', state: 'all', purpose: [] } as const;
const ids = (filter: object): string[] =>
  UNITS.filter((unit) => matchesFilter(unit, { ...ALL, ...filter })).map(({ id }) => id);

describe('the units that are shown', () => {
  it('filters by state, purpose and words', () => {
    expect(ids({})).toEqual(['a', 'b', 'c', 'd']);
    expect(ids({ state: 'late' })).toEqual(['c']);
    expect(ids({ state: 'failed' })).toEqual(['b']);
    expect(ids({ purpose: ['proof'] })).toEqual(['d']);
    expect(ids({ search: 'ORD' })).toEqual(['a', 'b', 'c']);
  });

  it('counts units by state, whatever state is chosen', () => {
    expect(countStates(UNITS, { ...ALL, state: 'failed' })).toEqual({
      late: 1,
      failed: 1,
      running: 0,
      waiting: 1,
      done: 2,
    });
  });

  it('puts units in rows by declaration, the earliest first', () => {
    expect(timelineRows(UNITS, 'declaration').map(({ id, bars }) => [id, bars.length])).toEqual([
      ['upload:orders', 1],
      ['download:orders', 2],
      ['download:tests', 1],
    ]);
  });

  it('puts units in rows by worker with their work only', () => {
    const rows = timelineRows(UNITS, 'worker');
    expect(rows.map(({ label, bars }) => [label, bars.map(({ id }) => id).join('')])).toEqual([
      ['w2', 'c'],
      ['w1', 'ab'],
      ['Not started', 'd'],
    ]);
    expect(rows[0]?.bars[0]?.parts.map(({ kind }) => kind)).toEqual(['run']);
  });

  it('bounds the timeline by whole steps, and shows first where something happens', () => {
    expect(boundsOf(UNITS, NOW)).toEqual({ start: 10 * MINUTE, end: 100 * MINUTE });
    expect(boundsOf([], 5 * MINUTE)).toEqual({ start: 0, end: 10 * MINUTE });
    const day = { start: 0, end: 24 * 60 * MINUTE };
    expect(windowOf(UNITS, day)).toEqual({ start: 5.5 * MINUTE, end: 104.5 * MINUTE });
    expect(windowOf([], day)).toEqual(day);
  });

  it('describes a unit in words', () => {
    const text = describeUnit(read({ name: 'orders', failures: [{ at: 1, message: 'x' }], is_late: true }));
    expect(text).toMatch(
      /^orders, Download of Nov 19, Completed, late, \d\d:\d\d, waited 1 min, ran 4 min, 1 failed attempt$/,
    );
  });
});

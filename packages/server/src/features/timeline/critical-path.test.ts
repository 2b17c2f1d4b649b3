import { describe, expect, it } from 'vitest';
import { criticalPath } from './critical-path.ts';
import type { LedgerStep } from './queries.ts';

const step = (
  kind: LedgerStep['kind'],
  name: string,
  times: readonly [number, number | null, number | null],
): LedgerStep => ({
  ...{ id: name, kind, name, status: 'completed' },
  ...{ queued: times[0], started: times[1], finished: times[2] },
});
const NOW = 1_000;

describe('the critical path to an upload', () => {
  it('goes through the download that was there last, its flow and the upload', () => {
    const path = criticalPath(
      {
        downloads: [step('download', 'early', [0, 10, 40]), step('download', 'last', [5, 25, 100])],
        flow: step('flow', 'daily', [0, 130, 150]),
        upload: step('upload', 'daily', [150, 155, 200]),
      },
      NOW,
    );
    expect(path.map(({ kind, name, waited, ran }) => [kind, name, waited, ran])).toEqual([
      ['download', 'last', 20, 75],
      // Made before its input was there: until then it did not wait for a slot.
      ['flow', 'daily', 30, 20],
      ['upload', 'daily', 5, 45],
    ]);
    const [first] = path;
    const total = path.reduce((sum, { waited, ran }) => sum + waited + ran, 0);
    expect(total).toBe(200 - (first?.queued ?? 0));
  });

  it('counts until now what waits or runs, and nothing of what waits for it', () => {
    const path = criticalPath(
      {
        downloads: [step('download', 'done', [0, 10, 40]), step('download', 'running', [5, 600, null])],
        flow: step('flow', 'daily', [0, null, null]),
        upload: step('upload', 'daily', [0, null, null]),
      },
      NOW,
    );
    expect(path.map(({ name, waited, ran, waitedFrom }) => [name, waited, ran, waitedFrom])).toEqual([
      ['running', 595, 400, 5],
      ['daily', 0, 0, null],
      ['daily', 0, 0, null],
    ]);
  });

  it('counts a download that has not begun as waiting', () => {
    const [first] = criticalPath(
      {
        downloads: [step('download', 'queued', [400, null, null])],
        flow: step('flow', 'daily', [0, null, null]),
        upload: step('upload', 'daily', [0, null, null]),
      },
      NOW,
    );
    expect(first).toMatchObject({ waited: 600, ran: 0 });
  });

  it('begins with the flow where it reads no download', () => {
    const path = criticalPath(
      { downloads: [], flow: step('flow', 'daily', [100, 130, 150]), upload: step('upload', 'daily', [150, 150, 160]) },
      NOW,
    );
    expect(path.map(({ kind, waited, ran }) => [kind, waited, ran])).toEqual([
      ['flow', 30, 20],
      ['upload', 0, 10],
    ]);
  });
});

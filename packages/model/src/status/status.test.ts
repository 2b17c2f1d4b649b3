import { describe, expect, it } from 'vitest';
import {
  DOWNLOAD_ABORTABLE,
  DOWNLOAD_FINAL,
  DOWNLOAD_STATUSES,
  DOWNLOAD_TRANSITIONS,
  dirtyRowStatus,
  downloadTone,
  FLOW_FINAL,
  FLOW_STATUSES,
  FLOW_TRANSITIONS,
  statusesBefore,
  UPLOAD_FINAL,
  UPLOAD_STATUSES,
  UPLOAD_TRANSITIONS,
} from './status.ts';

const machines = [
  ['download', DOWNLOAD_STATUSES, DOWNLOAD_TRANSITIONS, DOWNLOAD_FINAL, 'queued'],
  ['upload', UPLOAD_STATUSES, UPLOAD_TRANSITIONS, UPLOAD_FINAL, 'preparing'],
  ['flow', FLOW_STATUSES, FLOW_TRANSITIONS, FLOW_FINAL, 'PENDING'],
] as const;

describe.each(machines)('%s', (_, statuses, transitions, final, first) => {
  const next = (status: string): readonly string[] =>
    (transitions as Readonly<Record<string, readonly string[]>>)[status] ?? [];

  it('reaches an end from every status that work enters', () => {
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const status of next(from)) if (!seen.has(status)) reach(status, seen.add(status));
      return seen;
    };
    for (const status of [first, ...reach(first)]) {
      const ends = (final as readonly string[]).some((end) => end === status || reach(status).has(end));
      expect(ends, status).toBe(true);
    }
  });

  it('never leaves an abandoned one', () => {
    const abandoned = statuses.find((status) => status.toLowerCase() === 'abandoned') ?? '';
    expect(next(abandoned)).toEqual([]);
  });
});

describe('a status that has ended', () => {
  const ONWARD: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    download: { completed: ['queued'], failed: ['queued', 'abandoned'] },
    upload: { failed: ['preparing', 'queued', 'abandoned'] },
    flow: { ERROR: ['PENDING', 'SINKING', 'STOPPED', 'ABANDONED'], FATAL: ['PENDING', 'SOURCING', 'ABANDONED'] },
  };
  it.each(machines)('what has ended goes on in these ways only: %s', (kind, _, transitions, final) => {
    for (const status of final) {
      const next = (transitions as Readonly<Record<string, readonly string[]>>)[status];
      expect(next, status).toEqual(ONWARD[kind]?.[status] ?? []);
    }
  });
});

describe('downloads', () => {
  it('downloads may be aborted in exactly the statuses of the specification', () => {
    expect([...DOWNLOAD_ABORTABLE].sort()).toEqual([
      'downloading',
      'failed',
      'queued',
      'requested',
      'retrying',
      'unpacking',
    ]);
    for (const status of DOWNLOAD_ABORTABLE)
      expect(statusesBefore(DOWNLOAD_TRANSITIONS, 'abandoned')).toContain(status);
  });

  it('warns when some rows are dirty, and is red when all are', { tags: 'proof:download-dirty-severity' }, () => {
    expect(downloadTone('completed', dirtyRowStatus(100, 0))).toBe('completed');
    expect(downloadTone('completed', dirtyRowStatus(100, 1))).toBe('warning');
    expect(downloadTone('STOPPED', dirtyRowStatus(100, 100))).toBe('error');
    expect(downloadTone('retrying', 'none')).toBe('warning');
  });
});

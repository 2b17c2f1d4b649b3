import type { FaultPoint } from '@switchboard/model/faults';

/** Work of an account that is killed at a point. */
export type Work = 'reports' | 'files' | 'refusals' | 'backfill' | 'test';

export type KillPoint = {
  readonly point: FaultPoint;
  /** The phase as the design's T1 has it. */
  readonly phase: string;
  readonly work: Work;
  /** Condition on a unit `u`, or on what stands for it, that can still reach the point. */
  readonly waiting: keyof typeof WAITING;
  /** Whether the restarted program may reach the same point again with the same unit. */
  readonly repeats?: boolean;
};

/** How many pieces of work of an account can still reach a point, as SQL. */
export const WAITING = {
  fetch: `select count(*) from download where account_id = $1 and raw is null and finished is null`,
  load: `select count(*) from download where account_id = $1 and finished is null`,
  flow: `select count(*) from unit where account_id = $1 and kind in ('flow', 'download') and state <> 'done'`,
  upload: `select count(*) from unit where account_id = $1 and state <> 'done' and kind in ('upload', 'flow', 'download')`,
  source: `select count(*) from download_declaration where account_id = $1 and status = 'active'`,
  backfill: `select count(*) from backfill where account_id = $1 and status = 'preparing'`,
  test: `select count(*) from upload where account_id = $1 and purpose = 'proof' and finished is null`,
} as const;

const reports = (point: FaultPoint, phase: string, waiting: 'fetch' | 'load' | 'flow' | 'upload'): KillPoint => ({
  point,
  phase,
  work: 'reports',
  waiting,
});

export const KILL_POINTS: readonly KillPoint[] = [
  reports('before-claim', 'job gone, unit not claimed', 'upload'),
  reports('after-take', 'unit claimed, not begun', 'upload'),
  reports('after-claim', 'a after claim', 'upload'),
  reports('mid-fetch', 'b mid-download', 'fetch'),
  reports('after-stream', 'c stream ended, before rename', 'fetch'),
  reports('after-fetch', 'd renamed, before row commit', 'fetch'),
  reports('mid-unpack', 'e mid-unpack', 'load'),
  reports('mid-load', 'f mid-tokenize', 'load'),
  reports('after-load', 'tables stored, before commit', 'load'),
  reports('mid-process', 'g mid-DuckDB, between tables', 'flow'),
  reports('mid-query', 'g mid-DuckDB, in a query', 'flow'),
  reports('after-process', 'h flow output, before commit', 'flow'),
  reports('before-state', 'upsert state, before its commit', 'flow'),
  reports('after-state', 'upsert state, after its commit', 'flow'),
  reports('mid-upload', 'i mid-staging COPY', 'upload'),
  reports('before-commit', 'j staged, before commit', 'upload'),
  reports('after-delivery', 'k committed, before status', 'upload'),
  reports('after-commit', 'l status, before turn is passed', 'upload'),
  { ...reports('mid-reconcile', 'm reaper', 'upload'), repeats: true },
  { ...reports('mid-schedule', 'schedule', 'fetch'), repeats: true },
  { point: 'mid-probe', phase: 'files found, before commit', work: 'files', waiting: 'fetch', repeats: true },
  { point: 'mid-suspension', phase: 'suspension, before commit', work: 'refusals', waiting: 'source' },
  { point: 'mid-expansion', phase: 'backfill half expanded', work: 'backfill', waiting: 'backfill', repeats: true },
  { point: 'mid-proof', phase: 'test result, before commit', work: 'test', waiting: 'test' },
];

/** Reached, in this order, by every report date that is fetched, loaded, processed and uploaded. */
export const ATTEMPT_POINTS = [
  'after-claim',
  'mid-fetch',
  'after-stream',
  'after-fetch',
  'mid-load',
  'after-load',
  'mid-process',
  'mid-query',
  'after-process',
  'mid-upload',
  'before-commit',
  'after-delivery',
] as const;

/**
 * The named places at which a test may stop, delay or fail the program, to prove that nothing is lost or doubled there.
 * In production no fault is armed and a point costs one comparison.
 */
export const FAULT_POINTS = [
  ...ATTEMPT_POINTS,
  // Of attempts that do more than the plain ones: packed files, tables that keep their rows, test runs, last failures.
  'mid-unpack',
  'before-state',
  'after-state',
  'mid-proof',
  'mid-suspension',
  // Around attempts: a job is gone but its unit not claimed; it is claimed but not begun; it is over but its turn not
  // passed on.
  'before-claim',
  'after-take',
  'after-commit',
  // Of what creates work and supervises it.
  'mid-schedule',
  'mid-probe',
  'mid-expansion',
  'mid-reconcile',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Called at each point. It may wait, throw, or never return. */
export type Fault = (point: FaultPoint) => Promise<void>;

export const noFault: Fault = () => Promise.resolve();

/**
 * The named places at which a test may stop, delay or fail the program, to prove that nothing is lost or doubled there.
 * In production no fault is armed and a point costs one comparison.
 */
export const FAULT_POINTS = [
  'after-claim',
  'mid-fetch',
  'after-fetch',
  'mid-load',
  'after-load',
  'mid-process',
  'mid-upload',
  'after-delivery',
  'mid-schedule',
  'mid-probe',
  'mid-reconcile',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Called at each point. It may wait, throw, or never return. */
export type Fault = (point: FaultPoint) => Promise<void>;

export const noFault: Fault = () => Promise.resolve();

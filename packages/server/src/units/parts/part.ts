import type { PipelineError } from '@switchboard/model/errors/errors';

/** Parts of the installation that work needs, besides the database. */
export const PART_NAMES = ['disk', 'processes', 'store', 'names'] as const;
export type PartName = (typeof PART_NAMES)[number];
/** Parts that all programs use: where one fails for a program, it probably fails for the others. */
export const PARTS_OF_ALL: readonly PartName[] = ['store'];

export type Part = {
  readonly name: PartName;
  /** Whether an attempt may have failed with this error because of the part. */
  readonly suspects: (error: unknown) => boolean;
  /** Uses the part as work does. @throws PipelineError why it does not work */
  readonly check: () => Promise<void>;
};

/** A part that does not work for this program. */
export type PartFailure = {
  readonly part: PartName;
  readonly failure: PipelineError;
  /** Epoch milliseconds. */
  readonly since: number;
};

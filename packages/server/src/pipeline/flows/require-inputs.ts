import { PipelineError } from '@switchboard/model/errors/errors';

/** A downloaded part that a flow reads. */
type InputPart = {
  readonly name: string;
  readonly report_date: string | null;
  /** When its rows were removed, yyyy-MM-dd; null while they are kept. */
  readonly removed: string | null;
};

/** @throws PipelineError INPUT_REMOVED for a part whose rows are kept no longer */
export function requireInputs(parts: readonly InputPart[], reportDate: string | null): void {
  for (const { name: input, report_date: own, removed } of parts)
    if (removed !== null)
      throw new PipelineError('INPUT_REMOVED', { input, date: own ?? reportDate ?? 'its newest date', removed });
}

import type { FlowState } from '@switchboard/engine';
import { stoppedUploads } from '@switchboard/model/assertions';
import { PipelineError } from '@switchboard/model/errors/errors';
import { eventText } from '@switchboard/model/event-codes';
import type { Plan, PlanUpload } from '@switchboard/model/plan';

/** The uploads that tables refuse because their loads have no rows, each with the failure. */
export function refusedLoads(
  plan: Plan,
  uploads: readonly PlanUpload[],
  states: readonly FlowState[],
  date: string,
): ReadonlyMap<string, PipelineError> {
  const refused = new Map<string, PipelineError>();
  for (const { table, emptyLoad } of states) {
    if (!emptyLoad || choiceOf(plan, table) !== 'fail') continue;
    for (const name of stoppedUploads(plan, uploads, [table]))
      if (!refused.has(name)) refused.set(name, new PipelineError('EMPTY_LOAD_REFUSED', { name, table, date }));
  }
  return refused;
}

/** Sentences about loads without rows whose date had kept rows before. */
export function emptyLoadTexts(plan: Plan, states: readonly FlowState[], date: string): readonly string[] {
  return states.flatMap(({ table, emptyLoad }) => {
    if (!emptyLoad || emptyLoad.held === 0) return [];
    const code = choiceOf(plan, table) === 'keep' ? 'EMPTY_LOAD_KEPT' : 'EMPTY_LOAD_REPLACED';
    return [eventText({ code, parameters: { table, date, rows: emptyLoad.held } })];
  });
}

const choiceOf = ({ tables }: Plan, table: string) =>
  tables.find(({ name }) => name === table)?.state?.whenEmpty ?? 'keep';

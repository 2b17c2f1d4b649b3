import type { FlowState } from '@switchboard/engine';
import type { PlanUpload } from '@switchboard/model/plan';

/** The rows to keep, but for those of tables that stopped uploads, given by name, are made from. */
export function withoutStopped(
  states: readonly FlowState[],
  uploads: readonly PlanUpload[],
  stopped: readonly string[],
): readonly FlowState[] {
  const rejected = new Set(uploads.flatMap(({ name, tables }) => (stopped.includes(name) ? tables : [])));
  return states.filter(({ table }) => !rejected.has(table));
}

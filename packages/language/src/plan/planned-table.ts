import type { PlanTable } from '@switchboard/model/plan';
import type { Dialect } from '../emit/dialect.ts';
import type { LineageTable } from './lineage.ts';

/** A table of the plan, with what its statements depend on besides its own query. `reason`: why they must not run. */
export type PlannedTable = {
  readonly dialect: Dialect;
  readonly inputs: readonly (LineageTable | undefined)[];
  readonly lineage: LineageTable;
  readonly table: PlanTable;
  readonly reason: string | null;
};

import type { DeliveryRequest } from '../../spec.ts';
import { readTableParameters } from '../../sql/table-parameters.ts';
import { sessionWithin, type WarehouseTarget } from '../../warehouse/warehouse.ts';
import { warehouseDestination } from '../../warehouse/warehouse-destination.ts';
import { targetOf } from '../../warehouse/warehouse-table.ts';
import { execute } from './api.ts';
import { connector } from './connector.ts';
import { loadStage } from './load-stage.ts';
import { isName, storedName } from './names.ts';
import { openSession } from './open-session.ts';
import { commitStatements, createStage, insertChunk, SNOWFLAKE } from './statements.ts';

const LEDGER = '_SWITCHBOARD_LOADS_';
/** Longest wait for the creation of a stage. */
const CREATE_MS = 60_000;

/** Tables of Snowflake. Rows are inserted into their stage in chunks; one request commits them with several statements. */
export const destination = warehouseDestination(connector, {
  dialect: SNOWFLAKE,
  readTarget,
  open: (request, _, context) => openSession(request, context),
  placeOf: ({ parameters: { table } }) => (typeof table === 'string' ? table : ''),
  execute,
  isMissing: ({ kind }) => kind === 'missing',
  async load(session, target, stage, lines, columns) {
    // Its end is awaited whatever happens: a stage that is made after it was dropped would stay.
    await execute(sessionWithin(session, CREATE_MS), { text: createStage(target, stage, columns) });
    await loadStage(session, lines, (chunk) => insertChunk(target, stage, columns, chunk));
  },
  async commit(session, target, commit) {
    const statements = commitStatements(target, commit);
    await execute(session, { text: statements.join(';\n'), count: statements.length });
  },
});

function readTarget(request: DeliveryRequest): WarehouseTarget {
  const folded = (name: string): string => name.toLowerCase();
  const rules = { database: 'Snowflake', isName, rule: 'at most 230 characters', folded };
  const parameters = readTableParameters(request, 'public', rules);
  const names = { schema: storedName(parameters.schema), table: storedName(parameters.table) };
  return targetOf(request, { ...parameters, ...names }, `${LEDGER}${names.table}`);
}

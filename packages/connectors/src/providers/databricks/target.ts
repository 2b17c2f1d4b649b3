import type { DeliveryRequest } from '../../spec.ts';
import { readTableParameters } from '../../sql/table-parameters.ts';
import { targetOf } from '../../warehouse/warehouse-table.ts';
import { DESTINATION_PARAMETERS } from './connector.ts';
import { isName, NAME_RULE } from './names.ts';
import type { DatabricksTarget } from './statements.ts';

const LEDGER = '_switchboard_loads_';
/** Catalog, schema and name of a volume. They become parts of a path. */
const VOLUME = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Where a delivery goes. Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
export function readTarget(request: DeliveryRequest): DatabricksTarget {
  const { refuse, ...values } = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  const { warehouse_id: warehouse, catalog, volume } = values;
  const folded = (name: string): string => name.toLowerCase();
  const rules = { database: 'Databricks', isName, rule: NAME_RULE, folded };
  const parameters = readTableParameters(request, 'default', rules);
  if (!isName(catalog)) refuse('catalog', `is not a valid name in Databricks (${NAME_RULE})`);
  if (!VOLUME.test(volume))
    refuse('volume', 'must be the name of a volume with its catalog and schema, such as main.default.loads');
  // Unity Catalog stores the names of tables in lower case.
  const names = { schema: parameters.schema.toLowerCase(), table: parameters.table.toLowerCase() };
  const target = targetOf(request, { ...parameters, ...names }, `${LEDGER}${names.table}`);
  return { ...target, catalog, volume: `/Volumes/${volume.replaceAll('.', '/')}`, warehouse };
}

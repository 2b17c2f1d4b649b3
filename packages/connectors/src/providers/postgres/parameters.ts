import type { DeliveryRequest } from '../../spec.ts';
import { type NameRules, readTableParameters, type TableParameters } from '../../sql/table-parameters.ts';

const LONGEST_NAME = 63;

const NAMES: NameRules = {
  database: 'PostgreSQL',
  isName: (name) => name !== '' && !name.includes('\u0000') && Buffer.byteLength(name) <= LONGEST_NAME,
  rule: `at most ${LONGEST_NAME} bytes`,
};

const DEFAULT_SCHEMA = 'public';

/** The parameters of one delivery, checked against its mode and columns. Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
export const readPostgresParameters = (request: DeliveryRequest): TableParameters =>
  readTableParameters(request, DEFAULT_SCHEMA, NAMES);

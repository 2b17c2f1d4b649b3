import type { DeliveryRequest } from '../../spec.ts';
import { type NameRules, readTableParameters, type TableParameters } from '../../sql/table-parameters.ts';

const LONGEST_NAME = 128;
const DEFAULT_SCHEMA = 'dbo';

const NAMES: NameRules = {
  database: 'SQL Server',
  // A name that begins with # is that of a table of the session.
  isName: (name) => name !== '' && name.length <= LONGEST_NAME && !name.includes('\0') && !name.startsWith('#'),
  rule: `at most ${LONGEST_NAME} characters, the first no #`,
  folded: (name) => name.toLowerCase(),
  mayFold: true,
};

/** The parameters of one delivery, checked against its mode and columns. Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
export const readMssqlParameters = (request: DeliveryRequest): TableParameters =>
  readTableParameters(request, DEFAULT_SCHEMA, NAMES);

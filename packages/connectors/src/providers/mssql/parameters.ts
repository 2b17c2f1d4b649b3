import { PipelineError } from '@switchboard/model/errors/errors';
import type { DeliveryRequest } from '../../spec.ts';
import { type NameRules, readTableParameters, type TableParameters } from '../../sql/table-parameters.ts';

const LONGEST_NAME = 128;
const DEFAULT_SCHEMA = 'dbo';

const NAMES: NameRules = {
  database: 'SQL Server',
  // A name that begins with # is that of a table of the session.
  isName: (name) => name !== '' && name.length <= LONGEST_NAME && !name.includes('\0') && !name.startsWith('#'),
  rule: `at most ${LONGEST_NAME} characters, the first no #`,
};

/** The parameters of one delivery, checked against its mode and columns. Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
export function readMssqlParameters(request: DeliveryRequest): TableParameters {
  const target = readTableParameters(request, DEFAULT_SCHEMA, NAMES);
  const names = request.columns.map(({ name }) => name.toLowerCase());
  const twice = request.columns.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  if (twice !== undefined) {
    const reason = `SQL Server may not distinguish two columns named ${twice.name}, whatever their case`;
    throw new PipelineError('DESTINATION_SCHEMA', { table: `${target.schema}.${target.table}`, reason });
  }
  return target;
}

import { PipelineError } from '@switchboard/model/errors/errors';
import type { DeliveryRequest } from '../../spec.ts';
import { type NameRules, readTableParameters, type TableParameters } from '../../sql/table-parameters.ts';

const LONGEST_NAME = 64;

const NAMES: NameRules = {
  database: 'MySQL',
  // Names end with no space, and hold no zero byte and nothing beyond the basic plane.
  isName: (name) =>
    name !== '' && name.length <= LONGEST_NAME && !name.endsWith(' ') && !/[\0\u{10000}-\u{10FFFF}]/u.test(name),
  rule: `at most ${LONGEST_NAME} characters, the last no space`,
};

/**
 * The parameters of one delivery, checked against its mode and columns.
 * @param database that of the key
 * Throws PARAMETER_INVALID or DESTINATION_SCHEMA.
 */
export function readMysqlParameters(request: DeliveryRequest, database: string): TableParameters {
  const target = readTableParameters(request, database, NAMES);
  const names = request.columns.map(({ name }) => name.toLowerCase());
  const twice = request.columns.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  if (twice !== undefined) {
    const reason = `MySQL does not distinguish two columns named ${twice.name}, whatever their case`;
    throw new PipelineError('DESTINATION_SCHEMA', { table: `${target.schema}.${target.table}`, reason });
  }
  return target;
}

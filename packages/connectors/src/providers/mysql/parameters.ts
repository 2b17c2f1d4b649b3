import type { DeliveryRequest } from '../../spec.ts';
import { type NameRules, readTableParameters, type TableParameters } from '../../sql/table-parameters.ts';

const LONGEST_NAME = 64;

const NAMES: NameRules = {
  database: 'MySQL',
  // Names end with no space, and hold no zero byte and nothing beyond the basic plane.
  isName: (name) =>
    name !== '' && name.length <= LONGEST_NAME && !name.endsWith(' ') && !/[\0\u{10000}-\u{10FFFF}]/u.test(name),
  rule: `at most ${LONGEST_NAME} characters, the last no space`,
  folded: (name) => name.toLowerCase(),
};

/**
 * The parameters of one delivery, checked against its mode and columns.
 * @param database that of the key
 * Throws PARAMETER_INVALID or DESTINATION_SCHEMA.
 */
export const readMysqlParameters = (request: DeliveryRequest, database: string): TableParameters =>
  readTableParameters(request, database, NAMES);

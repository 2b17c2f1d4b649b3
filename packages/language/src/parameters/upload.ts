import type { ParameterSpec } from '@switchboard/model/catalog';
import { EMPTY_RESULT_CHOICES, UPLOAD_MODES } from '@switchboard/model/plan';
import { connectorParameters } from './connector.ts';

/** Parameters that every upload takes, besides those of its connector. */
export const UPLOAD_PARAMETERS: readonly ParameterSpec[] = [
  ...connectorParameters('The connector.'),
  {
    name: 'mode',
    type: 'string',
    required: false,
    default: 'replace_date',
    allowed: UPLOAD_MODES,
    doc: 'How the rows get into the destination.',
  },
  {
    name: 'key_columns',
    type: 'strings',
    single: true,
    required: false,
    doc: 'The columns that identify a row, for mode upsert.',
  },
  {
    name: 'when_empty',
    type: 'string',
    required: false,
    default: 'keep',
    allowed: EMPTY_RESULT_CHOICES,
    doc: 'What a result without rows does. keep leaves the destination as it is, with a warning where rows of the date stay; replace removes the rows of the date; fail ends the upload with an error.',
  },
  {
    name: 'deadline',
    type: 'string',
    required: false,
    doc: 'The time of day, HH:mm, by which the upload should be done.',
  },
  { name: 'timezone', type: 'string', required: false, syntax: 'timezone', doc: 'The IANA timezone of the deadline.' },
  { name: 'test', type: 'object', required: false, doc: 'Parameters that test runs use instead.' },
];

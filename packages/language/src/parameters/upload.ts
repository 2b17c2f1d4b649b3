import type { ParameterSpec } from '@switchboard/model/catalog';
import { UPLOAD_MODES } from '@switchboard/model/plan';
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
    name: 'deadline',
    type: 'string',
    required: false,
    doc: 'The time of day, HH:mm, by which the upload should be done.',
  },
  { name: 'timezone', type: 'string', required: false, syntax: 'timezone', doc: 'The IANA timezone of the deadline.' },
  { name: 'test', type: 'object', required: false, doc: 'Parameters that test runs use instead.' },
];

import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { defineParameters } from '../../parameters/define-parameters.ts';

export const PARAMETERS = defineParameters({
  stream: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Key of the stream, which the first entry creates. {YYYY-MM-DD} and the like stand for the report date.',
  },
  date_column: {
    type: 'string',
    default: 'report_date',
    doc: 'Field that holds the report date; filled in by the upload when the rows have no such column.',
  },
});

/** Redis, whose streams take rows as entries. */
export const connector: ConnectorSpec = {
  name: 'redis',
  displayName: 'Redis',
  keyTypes: keyTypesOfForm('redis'),
  keyRequired: true,
  destination: {
    parameters: PARAMETERS.specs,
    modes: ['replace_date', 'truncate', 'append'],
    modeDocs: {
      replace_date:
        'The entries that the upload added for the report date are removed and the rows are added, in one transaction; other entries stay. Consumers see the rows as new entries.',
      truncate:
        'All entries of the stream are removed and the rows are added, in one transaction. Consumer groups stay.',
      append:
        'The rows are added. The same result is added once, however often it is tried; a newer result of the same date is added besides.',
    },
    shownAs: 'redis · {stream}',
    container: { noun: 'stream', parameters: ['stream'], coveredBy: 'prefix' },
  },
};

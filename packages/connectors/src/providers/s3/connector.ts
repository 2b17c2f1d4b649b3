import { keyTypesOfForm } from '@switchboard/model';
import type { Connector } from '../../spec.ts';
import { S3_DESTINATION_PARAMETERS, s3Destination } from './destination.ts';
import { S3_SOURCE_PARAMETERS, s3Source } from './source.ts';

/** Amazon S3, and every store that speaks its protocol. */
export const s3Connector: Connector = {
  spec: {
    name: 's3',
    displayName: 'Amazon S3',
    keyTypes: keyTypesOfForm('aws'),
    keyRequired: true,
    source: { parameters: S3_SOURCE_PARAMETERS },
    destination: {
      parameters: S3_DESTINATION_PARAMETERS,
      modes: ['replace_date', 'truncate'],
      modeDocs: {
        replace_date:
          'The object of the report date is replaced as a whole; with a path that holds no date, all dates share one object, and the last delivered is in it.',
        truncate: 'The object is replaced as a whole, for rows that belong to no date or to all of them.',
      },
      shownAs: 's3 · {path}',
    },
  },
  source: s3Source,
  destination: s3Destination,
};

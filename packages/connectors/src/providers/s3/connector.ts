import type { Connector } from '../../spec.ts';
import { S3_DESTINATION_PARAMETERS, s3Destination } from './destination.ts';

/** Amazon S3, and every store that speaks its protocol. */
export const s3Connector: Connector = {
  spec: {
    name: 's3',
    displayName: 'Amazon S3',
    keyTypes: ['aws'],
    keyRequired: true,
    destination: {
      parameters: S3_DESTINATION_PARAMETERS,
      modes: ['replace_date', 'truncate'],
      shownAs: 's3 · {path}',
    },
  },
  destination: s3Destination,
};

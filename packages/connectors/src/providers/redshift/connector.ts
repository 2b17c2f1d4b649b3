import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { defineParameters } from '../../parameters/define-parameters.ts';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';
import { TABLE_CONTAINER, TABLE_MODES, tableParameterSpecs } from '../../sql/table-parameters.ts';

export const STAGING_PARAMETERS = defineParameters({
  staging: {
    type: 'string',
    required: true,
    doc: 'Place in S3 where rows wait to be loaded: s3://bucket/path. They are removed afterwards.',
  },
  iam_role: {
    type: 'string',
    doc: 'ARN of the role with which Redshift reads the bucket, or default. Without it, Redshift is given the access key of the key.',
  },
});

/** Amazon Redshift, as a source and as a destination. */
export const connector: ConnectorSpec = {
  name: 'redshift',
  displayName: 'Amazon Redshift',
  keyTypes: [...keyTypesOfForm('redshift'), ...keyTypesOfForm('sql')],
  keyRequired: true,
  source: { parameters: SQL_SOURCE_PARAMETERS },
  destination: {
    parameters: [
      ...tableParameterSpecs({
        schema: { default: 'public' },
        create: { doc: 'Whether to create the schema and the table when they are missing.' },
      }),
      ...STAGING_PARAMETERS.specs,
    ],
    modes: ['replace_date', 'truncate', 'append', 'upsert'],
    modeDocs: TABLE_MODES,
    shownAs: 'redshift · {schema}.{table}',
    container: { ...TABLE_CONTAINER, staging: [{ noun: 'folder', parameter: 'staging', coveredBy: 'folder' }] },
  },
};

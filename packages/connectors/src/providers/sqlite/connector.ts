import type { ConnectorSpec } from '@switchboard/model/catalog';
import { defineParameters } from '../../parameters/define-parameters.ts';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';
import { connector as azureBlob } from '../azure-blob/connector.ts';
import { connector as ftp } from '../ftp/connector.ts';
import { connector as gcs } from '../gcs/connector.ts';
import { connector as http } from '../http/connector.ts';
import { connector as s3 } from '../s3/connector.ts';
import { connector as sftp } from '../sftp/connector.ts';

export const PARAMETERS = defineParameters({
  path: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Place of the database file: an https address, s3://bucket/path, gs://bucket/path or az://container/path; with a key of an SFTP or FTP server a path there, without a key a path below the folders that file sources may read. {YYYY-MM-DD} and the like stand for the report date.',
  },
});

const SERVERS = [http, s3, gcs, azureBlob, sftp, ftp];

/** Database files of SQLite, wherever files are read from. */
export const connector: ConnectorSpec = {
  name: 'sqlite',
  displayName: 'SQLite file',
  keyTypes: [...new Set(SERVERS.flatMap(({ keyTypes }) => keyTypes))],
  keyRequired: false,
  source: { parameters: [...PARAMETERS.specs, ...SQL_SOURCE_PARAMETERS] },
};

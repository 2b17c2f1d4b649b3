import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../../key-fields/field-text.ts';
import type { DeliveryRequest, KeyProperties } from '../../spec.ts';
import { type NameRules, readTableParameters, type TableParameters } from '../../sql/table-parameters.ts';
import { accessOf, type S3Access } from '../s3/access.ts';
import { readPlace } from '../s3/place.ts';
import { STAGING_PARAMETERS } from './connector.ts';

const LONGEST_NAME = 127;
const DEFAULT_SCHEMA = 'public';

const NAMES: NameRules = {
  database: 'Redshift',
  isName: (name) => name !== '' && !name.includes('\u0000') && Buffer.byteLength(name) <= LONGEST_NAME,
  rule: `at most ${LONGEST_NAME} bytes`,
  folded,
};

/** A name as Redshift stores it: it folds the letters of ASCII, also in quotes. */
export function folded(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * The parameters of one delivery, checked against its mode and columns, with names as Redshift stores them.
 * Throws PARAMETER_INVALID, KEY_NOT_SUPPORTED or DESTINATION_SCHEMA.
 */
export function readRedshiftParameters(request: DeliveryRequest): RedshiftTarget {
  const read = readTableParameters(request, DEFAULT_SCHEMA, NAMES);
  const names = request.columns.map(({ name }) => folded(name));
  const { dateColumn } = read;
  return {
    ...read,
    staging: readStaging(request),
    schema: folded(read.schema),
    table: folded(read.table),
    keyColumns: read.keyColumns.map(folded),
    dateColumn:
      dateColumn === null
        ? null
        : { name: folded(dateColumn.name), inRows: dateColumn.inRows || names.includes(folded(dateColumn.name)) },
  };
}

/** A table, with where its rows wait. */
export type RedshiftTarget = TableParameters & { readonly staging: Staging };

/** Where rows wait, who writes them there, and how Redshift is let in. */
export type Staging = {
  readonly bucket: string;
  /** Without a slash at its end. */
  readonly path: string;
  readonly access: S3Access;
  /** Null: Redshift is given the access key. */
  readonly role: string | null;
};

/** Paths that need no escaping within a statement. */
const PLAIN_PATH = /^[\w!*().=/+-]+$/;
const ROLE =
  /^(?:default|arn:aws[\w-]*:iam::\d{12}:role\/[\w+=,.@/-]+(?:,arn:aws[\w-]*:iam::\d{12}:role\/[\w+=.@/-]+)*)$/;
const CREDENTIAL = /^[\w/+=]+$/;

/** The staging of a delivery. Throws PARAMETER_INVALID, KEY_MISSING, or KEY_NOT_SUPPORTED for a key without an access key. */
function readStaging(request: DeliveryRequest): Staging {
  const { name, parameters, key } = request;
  const { staging, iam_role: role = null, refuse } = STAGING_PARAMETERS.read(name, parameters);
  const place =
    readPlace(staging.replace(/\/+$/, '')) ??
    refuse('staging', 'must be s3://bucket/path, without empty, . or .. steps');
  if (!PLAIN_PATH.test(place.key)) refuse('staging', 'may hold only letters, digits and !*().=/+-_');
  if (role !== null && !ROLE.test(role))
    refuse('iam_role', 'must be default, or like arn:aws:iam::123456789012:role/name');
  return { bucket: place.bucket, path: place.key, access: accessFor(name, key), role };
}

function accessFor(name: string, key: KeyProperties | null): S3Access {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'redshift' });
  if (fieldText(key, 'aws_access_key_id') === undefined) {
    const reason =
      'rows for Redshift wait in S3, and it has no access key; a key of type redshift holds both the login and the access key';
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  const access = accessOf(name, key);
  for (const [field, value] of [
    ['aws_access_key_id', access.accessKeyId],
    ['aws_secret_access_key', access.secretAccessKey],
  ] as const)
    if (!CREDENTIAL.test(value))
      throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter: field, reason: 'is malformed' });
  return access;
}

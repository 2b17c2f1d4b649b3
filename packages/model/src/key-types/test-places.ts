import type { KeyField, KeyType, KeyValues } from './key-type.ts';

/** Key types with which destinations write, each with the word of its destinations for a place and an example. */
const WRITING_TYPES: Readonly<Record<string, readonly [places: string, example: string]>> = {
  sql: ['Schemas, for MySQL databases, and for Redshift folders of buckets,', 'switchboard_tests'],
  redshift: ['Schemas, and folders of buckets where rows wait,', 'switchboard_tests, s3://reports/tests'],
  clickhouse: ['Databases', 'switchboard_tests'],
  snowflake: ['Schemas, with the database where scripts name one,', 'ANALYTICS.SWITCHBOARD_TESTS'],
  databricks: ['Schemas and volumes, with their catalog,', 'main.switchboard_tests, main.switchboard_tests.loads'],
  databricks_oauth: [
    'Schemas and volumes, with their catalog,',
    'main.switchboard_tests, main.switchboard_tests.loads',
  ],
  google_service_account: [
    'Datasets, folders of buckets, and ids of spreadsheets',
    'switchboard_tests, gs://reports/tests',
  ],
  aws: ['Folders of buckets', 's3://reports/tests'],
  aws_role: ['Folders of buckets', 's3://reports/tests'],
  azure_storage: ['Folders of containers', 'az://reports/tests'],
  sftp: ['Folders', 'tests, /srv/tests'],
  ftp: ['Folders', 'tests, /srv/tests'],
  redis: ['Beginnings of the names of streams', 'tests:'],
};

const NAME = 'test_places';

/** Adds the field that lists where test runs may write with a key, to a type with which destinations write. */
export function withTestPlaces(type: KeyType): KeyType {
  const [places, placeholder] = WRITING_TYPES[type.name] ?? [];
  if (places === undefined || placeholder === undefined) return type;
  const field: KeyField = {
    name: NAME,
    label: 'Test places',
    kind: 'text',
    placeholder,
    doc: `${places} to which test runs of drafts may write, separated by commas. They should hold nothing else. Without any, test runs write nothing with this key.`,
  };
  return { ...type, fields: [...type.fields, field] };
}

/** The places to which test runs may write with a key. */
export function readTestPlaces(properties: KeyValues): readonly string[] {
  const list = Object.hasOwn(properties, NAME) ? properties[NAME] : null;
  if (typeof list !== 'string') return [];
  return list
    .split(',')
    .map((place) => place.trim())
    .filter((place) => place !== '');
}

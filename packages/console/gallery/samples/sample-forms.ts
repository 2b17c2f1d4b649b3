import type { KeyType } from '@switchboard/model/key-types/key-type';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { validateKeyProperties } from '@switchboard/model/key-types/validate-key-properties';
import type { FormField, FormProblem, FormSpec, FormValues } from '../../src/ui/form/form-spec.ts';

const KEY_NAME: FormField = {
  name: 'key_name',
  label: 'Key name',
  kind: 'text',
  required: true,
  doc: 'The name by which scripts use the key.',
};

function findSql(): KeyType {
  const type = findKeyType('sql');
  if (type === undefined) throw new Error('The key type sql is missing.');
  return type;
}

const SQL = findSql();

/** The form of an SQL key: a name above the tabs of its type. */
export const SQL_FORM: FormSpec = {
  fields: [KEY_NAME, ...SQL.fields],
  groups: SQL.groups ?? [],
};

/** The rules of an SQL key over its fields. */
export function validateSql(values: FormValues, stored: ReadonlySet<string>): readonly FormProblem[] {
  const { key_name: _name, ...properties } = values;
  return validateKeyProperties(SQL, properties, stored);
}

export const SQL_VALUES: FormValues = {
  key_name: 'warehouse',
  dialect: 'postgresql',
  host: 'db.example',
  port: 5432,
  db_name: 'reports',
  user: 'loader',
  ssh_tunnel_host: 'bastion.example',
  ssh_tunnel_user: 'tunnel',
};

/** The form of a Google service account. */
export const SERVICE_ACCOUNT_FORM: FormSpec = {
  fields: [
    KEY_NAME,
    {
      name: 'service_account',
      label: 'Service account',
      kind: 'lines',
      format: 'service-account',
      secret: true,
      required: true,
      doc: 'The JSON file of the account’s key.',
    },
  ],
};

// Made by `npm run generate` from the code of the key forms. Do not edit.
import type { KeyForm } from '@switchboard/model/key-types/key-type';
import type { KeyFormCode } from '../key-fields/key-form-code.ts';

/** The code of each form, loaded on first use: drivers and SDKs are slow to start. */
export const KEY_FORMS: Readonly<Record<KeyForm, () => Promise<KeyFormCode>>> = {
  aws: async () => (await import('../providers/s3/key-form.ts')).keyForm,
  azure: async () => (await import('../providers/azure-blob/key-form.ts')).keyForm,
  clickhouse: async () => (await import('../providers/clickhouse/key-form.ts')).keyForm,
  ftp: async () => (await import('../providers/ftp/key-form.ts')).keyForm,
  google: async () => (await import('./google-form.ts')).keyForm,
  http: async () => (await import('./http-form.ts')).keyForm,
  redis: async () => (await import('../providers/redis/key-form.ts')).keyForm,
  redshift: async () => (await import('../providers/redshift/key-form.ts')).keyForm,
  sftp: async () => (await import('../providers/sftp/key-form.ts')).keyForm,
  snowflake: async () => (await import('../providers/snowflake/key-form.ts')).keyForm,
  sql: async () => (await import('./sql-form.ts')).keyForm,
};

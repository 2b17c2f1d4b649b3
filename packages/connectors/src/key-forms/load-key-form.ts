import type { KeyForm } from '@switchboard/model/key-types/key-type';
import type { VerifyKey } from '../key-fields/key-form.ts';

/** The code of each form, loaded on first use: drivers and SDKs are slow to start. */
export const KEY_FORMS: Readonly<Record<KeyForm, () => Promise<{ readonly verify: VerifyKey }>>> = {
  http: () => import('./http.ts'),
  sql: () => import('./sql.ts'),
  redshift: () => import('./redshift.ts'),
  snowflake: () => import('./snowflake.ts'),
  clickhouse: () => import('./clickhouse.ts'),
  aws: () => import('./aws.ts'),
  sftp: () => import('./sftp.ts'),
  ftp: () => import('./ftp.ts'),
  google: () => import('./google.ts'),
  azure: () => import('./azure.ts'),
};

// Made by `npm run generate` from the code of the key forms. Do not edit.
/** The forms of keys that HTTP requests do not carry. */
export type OtherKeyForm =
  | 'aws'
  | 'azure'
  | 'clickhouse'
  | 'ftp'
  | 'google'
  | 'redis'
  | 'redshift'
  | 'sftp'
  | 'snowflake'
  | 'sql';

// Made by `npm run generate` from the folders of providers. Do not edit.
import type { ConnectorCode } from './spec.ts';

/** The code of every connector by its name, loaded on first use: drivers and SDKs are slow to start. */
export const CONNECTOR_CODE: Readonly<Record<string, ConnectorCode>> = {
  bigquery: {
    source: async () => (await import('./providers/bigquery/source.ts')).source,
    destination: async () => (await import('./providers/bigquery/destination.ts')).destination,
  },
  file: {
    source: async () => (await import('./providers/file/source.ts')).source,
    destination: async () => (await import('./providers/file/destination.ts')).destination,
  },
  ftp: {
    source: async () => (await import('./providers/ftp/source.ts')).source,
    destination: async () => (await import('./providers/ftp/destination.ts')).destination,
  },
  gcs: {
    source: async () => (await import('./providers/gcs/source.ts')).source,
    destination: async () => (await import('./providers/gcs/destination.ts')).destination,
  },
  google_sheets: {
    source: async () => (await import('./providers/google-sheets/source.ts')).source,
  },
  http: {
    source: async () => (await import('./providers/http/source.ts')).source,
  },
  mysql: {
    source: async () => (await import('./providers/mysql/source.ts')).source,
  },
  postgres: {
    source: async () => (await import('./providers/postgres/source.ts')).source,
    destination: async () => (await import('./providers/postgres/destination.ts')).destination,
  },
  s3: {
    source: async () => (await import('./providers/s3/source.ts')).source,
    destination: async () => (await import('./providers/s3/destination.ts')).destination,
  },
  sftp: {
    source: async () => (await import('./providers/sftp/source.ts')).source,
    destination: async () => (await import('./providers/sftp/destination.ts')).destination,
  },
};

// Made by `npm run generate` from the folders of providers and the presets. Do not edit.
import type { ConnectorCode } from './spec.ts';

/** The code of every connector by its name, loaded on first use: drivers and SDKs are slow to start. */
export const CONNECTOR_CODE: Readonly<Record<string, ConnectorCode>> = {
  adjust: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('adjust'),
  },
  amazon_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('amazon_ads'),
  },
  apple_search_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('apple_search_ads'),
  },
  applovin: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('applovin'),
  },
  appsflyer: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('appsflyer'),
  },
  azure_blob: {
    source: async () => (await import('./providers/azure-blob/source.ts')).source,
    destination: async () => (await import('./providers/azure-blob/destination.ts')).destination,
  },
  bigquery: {
    source: async () => (await import('./providers/bigquery/source.ts')).source,
    destination: async () => (await import('./providers/bigquery/destination.ts')).destination,
  },
  clickhouse: {
    source: async () => (await import('./providers/clickhouse/source.ts')).source,
    destination: async () => (await import('./providers/clickhouse/destination.ts')).destination,
  },
  criteo: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('criteo'),
  },
  databricks: {
    source: async () => (await import('./providers/databricks/source.ts')).source,
    destination: async () => (await import('./providers/databricks/destination.ts')).destination,
  },
  email: {
    source: async () => (await import('./providers/email/source.ts')).source,
  },
  facebook_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('facebook_ads'),
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
  google_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('google_ads'),
  },
  google_adsense: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('google_adsense'),
  },
  google_analytics: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('google_analytics'),
  },
  google_sheets: {
    source: async () => (await import('./providers/google-sheets/source.ts')).source,
    destination: async () => (await import('./providers/google-sheets/destination.ts')).destination,
  },
  http: {
    source: async () => (await import('./providers/http/source.ts')).source,
  },
  hubspot: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('hubspot'),
  },
  klaviyo: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('klaviyo'),
  },
  linkedin_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('linkedin_ads'),
  },
  mailchimp: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('mailchimp'),
  },
  microsoft_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('microsoft_ads'),
  },
  mssql: {
    source: async () => (await import('./providers/mssql/source.ts')).source,
    destination: async () => (await import('./providers/mssql/destination.ts')).destination,
  },
  mysql: {
    source: async () => (await import('./providers/mysql/source.ts')).source,
    destination: async () => (await import('./providers/mysql/destination.ts')).destination,
  },
  outbrain: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('outbrain'),
  },
  pinterest_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('pinterest_ads'),
  },
  postgres: {
    source: async () => (await import('./providers/postgres/source.ts')).source,
    destination: async () => (await import('./providers/postgres/destination.ts')).destination,
  },
  redis: {
    destination: async () => (await import('./providers/redis/destination.ts')).destination,
  },
  redshift: {
    source: async () => (await import('./providers/redshift/source.ts')).source,
    destination: async () => (await import('./providers/redshift/destination.ts')).destination,
  },
  s3: {
    source: async () => (await import('./providers/s3/source.ts')).source,
    destination: async () => (await import('./providers/s3/destination.ts')).destination,
  },
  salesforce: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('salesforce'),
  },
  sftp: {
    source: async () => (await import('./providers/sftp/source.ts')).source,
    destination: async () => (await import('./providers/sftp/destination.ts')).destination,
  },
  shopify: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('shopify'),
  },
  snapchat_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('snapchat_ads'),
  },
  snowflake: {
    source: async () => (await import('./providers/snowflake/source.ts')).source,
    destination: async () => (await import('./providers/snowflake/destination.ts')).destination,
  },
  sqlite: {
    source: async () => (await import('./providers/sqlite/source.ts')).source,
  },
  stripe: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('stripe'),
  },
  taboola: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('taboola'),
  },
  tiktok_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('tiktok_ads'),
  },
  unity_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('unity_ads'),
  },
  x_ads: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('x_ads'),
  },
  youtube_analytics: {
    source: async () => (await import('./presets/preset-source.ts')).presetSource('youtube_analytics'),
  },
};

import { choice, list, optional, type Preset, text, withDefault } from './preset.ts';

/** Apps: what they earn, and where their users come from. */
export const MOBILE_PRESETS: readonly Preset[] = [
  {
    name: 'adjust',
    displayName: 'Adjust',
    keyTypes: ['adjust'],
    documentation: 'https://dev.adjust.com/en/api/rs-api/csv/',
    parameters: {
      dimensions: list('Dimensions, such as day, app and network.'),
      metrics: list('Metrics, such as installs and cost.'),
      app_tokens: { type: 'strings', single: true, doc: 'Tokens of the apps; all without it.' },
      utc_offset: withDefault('+00:00', 'Offset of the day from UTC.'),
      currency: optional('Currency of the amounts, as an ISO code.'),
    },
    settings: {
      url: 'https://automate.adjust.com/reports-service/csv_report',
      query: {
        dimensions: '{dimensions}',
        metrics: '{metrics}',
        date_period: '{YYYY-MM-DD}:{YYYY-MM-DD}',
        app_token__in: '{app_tokens}',
        utc_offset: '{utc_offset}',
        currency: '{currency}',
      },
      filename: 'report.csv',
    },
  },
  {
    name: 'applovin',
    displayName: 'AppLovin',
    keyTypes: ['applovin'],
    documentation: 'https://developers.applovin.com/en/app-discovery/api/reporting-api',
    parameters: {
      report_type: choice(['publisher', 'advertiser'], 'Whether the report is of a publisher or of an advertiser.'),
      columns: list('Columns, such as day, campaign and impressions.'),
    },
    settings: {
      url: 'https://r.applovin.com/report',
      query: {
        report_type: '{report_type}',
        start: '{YYYY-MM-DD}',
        end: '{YYYY-MM-DD}',
        columns: '{columns}',
        format: 'csv',
      },
      filename: 'report.csv',
    },
  },
  {
    name: 'appsflyer',
    displayName: 'AppsFlyer',
    keyTypes: ['appsflyer'],
    documentation: 'https://dev.appsflyer.com/hc/reference/overview-7',
    parameters: {
      app_id: text('Id of the app, such as id123456789 or com.example.app.'),
      report: choice(
        [
          'installs_report',
          'in_app_events_report',
          'uninstall_events_report',
          'organic_installs_report',
          'organic_in_app_events_report',
        ],
        'The raw data report.',
      ),
      report_timezone: optional('Time zone of the day, such as America/New_York; UTC without it.'),
      currency: optional('Currency of the amounts: USD, or preferred for that of the app.'),
      additional_fields: { type: 'strings', single: true, doc: 'Further columns, such as install_app_store.' },
    },
    settings: {
      url: 'https://hq1.appsflyer.com/api/raw-data/export/app/{app_id}/{report}/v5',
      query: {
        from: '{YYYY-MM-DD}',
        to: '{YYYY-MM-DD}',
        timezone: '{report_timezone}',
        currency: '{currency}',
        additional_fields: '{additional_fields}',
        maximum_rows: 1_000_000,
      },
      headers: { Accept: 'text/csv' },
      filename: '{report}.csv',
    },
  },
  {
    name: 'unity_ads',
    displayName: 'Unity Ads',
    keyTypes: ['unity_ads'],
    documentation: 'https://docs.unity.com/en-us/grow/ads/optimization/monetization-stats-api',
    parameters: {
      organization_id: text('Core id of the organization.'),
      fields: list('Columns, such as start_count and revenue_sum.'),
      group_by: { type: 'strings', single: true, doc: 'What the rows are split by, such as game and country.' },
    },
    settings: {
      url: 'https://monetization.api.unity.com/stats/v1/operate/organizations/{organization_id}',
      query: {
        fields: '{fields}',
        groupBy: '{group_by}',
        scale: 'day',
        start: '{YYYY-MM-DD}T00:00:00Z',
        end: '{YYYY-MM-DD+1}T00:00:00Z',
      },
      headers: { Accept: 'text/csv' },
      filename: 'stats.csv',
    },
  },
];

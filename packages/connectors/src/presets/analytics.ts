import { list, optional, type Preset, text, withDefault } from './preset.ts';

/** Visits, searches and views. */
export const ANALYTICS_PRESETS: readonly Preset[] = [
  {
    name: 'google_analytics',
    displayName: 'Google Analytics',
    keyTypes: ['google_analytics'],
    documentation:
      'https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/properties/runReport',
    parameters: {
      property_id: text('Id of the property, a number.'),
      dimensions: list('Dimensions, such as date and sessionSource.'),
      metrics: list('Metrics, such as sessions and totalUsers.'),
      currency: optional('Currency of the amounts, as an ISO code; that of the property without it.'),
    },
    settings: {
      url: 'https://analyticsdata.googleapis.com/v1beta/properties/{property_id}:runReport',
      body: {
        dateRanges: [{ startDate: '{YYYY-MM-DD}', endDate: '{YYYY-MM-DD}' }],
        dimensions: [{ name: '{dimensions}' }],
        metrics: [{ name: '{metrics}' }],
        currencyCode: '{currency}',
        limit: 100_000,
      },
      rows: 'rows',
      missing_rows: 'empty',
      names_from: ['dimensionHeaders.name', 'metricHeaders.name'],
      values_from: ['dimensionValues.value', 'metricValues.value'],
      columns: ['{dimensions}', '{metrics}'],
      paging: 'offset',
      page_in: 'body',
      total_field: 'rowCount',
    },
  },
  {
    name: 'youtube_analytics',
    displayName: 'YouTube Analytics',
    keyTypes: ['youtube'],
    documentation: 'https://developers.google.com/youtube/analytics/reference/reports/query',
    parameters: {
      ids: withDefault('channel==MINE', 'Channel or content owner of the report.'),
      dimensions: list('Dimensions, such as day and video.'),
      metrics: list('Metrics, such as views and estimatedMinutesWatched.'),
      filters: optional('Filters, such as country==US.'),
      sort: optional('Fields that the rows are sorted by, as reports of videos need, such as -views.'),
    },
    settings: {
      url: 'https://youtubeanalytics.googleapis.com/v2/reports',
      query: {
        ids: '{ids}',
        startDate: '{YYYY-MM-DD}',
        endDate: '{YYYY-MM-DD}',
        dimensions: '{dimensions}',
        metrics: '{metrics}',
        filters: '{filters}',
        sort: '{sort}',
        maxResults: 200,
      },
      rows: 'rows',
      missing_rows: 'empty',
      names_from: ['columnHeaders.name'],
      columns: ['{dimensions}', '{metrics}'],
      paging: 'offset',
      page_parameter: 'startIndex',
      first_page: 1,
      page_size: 200,
    },
  },
];

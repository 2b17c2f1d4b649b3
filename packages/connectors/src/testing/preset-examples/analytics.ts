import { jsonLines, type PresetExample } from './example.ts';

const gaBody = (offset: number) => ({
  dateRanges: [{ startDate: '2026-02-28', endDate: '2026-02-28' }],
  dimensions: [{ name: 'date' }, { name: 'country' }],
  metrics: [{ name: 'sessions' }],
  limit: 100_000,
  offset,
});
const gaAnswer = (country: string) => ({
  dimensionHeaders: [{ name: 'date' }, { name: 'country' }],
  metricHeaders: [{ name: 'sessions', type: 'TYPE_INTEGER' }],
  rows: [{ dimensionValues: [{ value: '20260228' }, { value: country }], metricValues: [{ value: '4' }] }],
  rowCount: 2,
});
const YOUTUBE =
  'https://youtubeanalytics.googleapis.com/v2/reports?ids=channel%3D%3DMINE&startDate=2026-02-28&endDate=2026-02-28' +
  '&dimensions=day&metrics=views%2Clikes&maxResults=200';
const youtubeRows = Array.from({ length: 200 }, (_, index) => ['2026-02-28', index, 1]);

/** Requests and answers from the documentation of analytics and mobile providers. */
export const ANALYTICS_EXAMPLES: readonly PresetExample[] = [
  {
    preset: 'google_analytics',
    parameters: { property_id: '123', dimensions: ['date', 'country'], metrics: 'sessions' },
    carried: { authorization: 'Bearer canary-access_token' },
    exchanges: ['Malta', 'Chile'].map((country, offset) => ({
      request: 'POST https://analyticsdata.googleapis.com/v1beta/properties/123:runReport',
      body: gaBody(offset),
      answer: gaAnswer(country),
    })),
    file: jsonLines(
      { date: '20260228', country: 'Malta', sessions: '4' },
      { date: '20260228', country: 'Chile', sessions: '4' },
    ),
    filename: 'report.jsonl',
    misbehaves: {
      at: 1,
      status: 429,
      answer: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } },
      answerHeaders: { 'retry-after': '10' },
      waits: 10_000,
    },
  },
  {
    preset: 'youtube_analytics',
    parameters: { dimensions: 'day', metrics: ['views', 'likes'] },
    carried: { authorization: 'Bearer canary-access_token' },
    exchanges: [
      {
        request: `GET ${YOUTUBE}&startIndex=1`,
        answer: {
          kind: 'youtubeAnalytics#resultTable',
          columnHeaders: [{ name: 'day' }, { name: 'views' }, { name: 'likes' }],
          rows: youtubeRows,
        },
      },
      {
        request: `GET ${YOUTUBE}&startIndex=201`,
        answer: { columnHeaders: [{ name: 'day' }, { name: 'views' }, { name: 'likes' }] },
      },
    ],
    file: jsonLines(...youtubeRows.map(([day, views, likes]) => ({ day, views, likes }))),
    filename: 'report.jsonl',
    misbehaves: { at: 1, answer: '<html>', code: 'SOURCE_ANSWER_INVALID' },
  },
  {
    preset: 'adjust',
    parameters: { dimensions: ['day', 'app'], metrics: ['installs'], app_tokens: ['a', 'b'] },
    carried: { authorization: 'Bearer canary-api_token' },
    exchanges: [
      {
        request:
          'GET https://automate.adjust.com/reports-service/csv_report?dimensions=day%2Capp&metrics=installs' +
          '&date_period=2026-02-28%3A2026-02-28&app_token__in=a%2Cb&utc_offset=%2B00%3A00',
        answer: 'day,app,installs\n2026-02-28,x,3\n',
      },
    ],
    file: 'day,app,installs\n2026-02-28,x,3\n',
    filename: 'report.csv',
    misbehaves: {
      at: 0,
      status: 503,
      answer: 'busy',
      answerHeaders: { 'retry-after': '30' },
      code: 'SOURCE_HTTP_ERROR',
    },
  },
  {
    preset: 'applovin',
    parameters: { report_type: 'advertiser', columns: ['day', 'campaign', 'cost'] },
    carried: {},
    exchanges: [
      {
        request:
          'GET https://r.applovin.com/report?report_type=advertiser&start=2026-02-28&end=2026-02-28' +
          '&columns=day%2Ccampaign%2Ccost&format=csv&api_key=canary-api_key',
        answer: 'Day,Campaign,Cost\n2026-02-28,c,1.5\n',
      },
    ],
    file: 'Day,Campaign,Cost\n2026-02-28,c,1.5\n',
    filename: 'report.csv',
    misbehaves: { at: 0, status: 403, answer: 'wrong api_key canary-api_key', code: 'SOURCE_AUTH_FAILED' },
  },
  {
    preset: 'appsflyer',
    parameters: { app_id: 'com.example.app', report: 'installs_report', report_timezone: 'Europe/Vienna' },
    carried: { authorization: 'Bearer canary-api_token' },
    exchanges: [
      {
        request:
          'GET https://hq1.appsflyer.com/api/raw-data/export/app/com.example.app/installs_report/v5' +
          '?from=2026-02-28&to=2026-02-28&timezone=Europe%2FVienna&maximum_rows=1000000',
        headers: { accept: 'text/csv' },
        answer: 'Install Time,Media Source\n2026-02-28 10:00:00,x\n',
      },
    ],
    file: 'Install Time,Media Source\n2026-02-28 10:00:00,x\n',
    filename: 'installs_report.csv',
    misbehaves: { at: 0, status: 404, answer: 'App not found', code: 'SOURCE_NOT_FOUND' },
  },
  {
    preset: 'unity_ads',
    parameters: { organization_id: '42', fields: ['start_count', 'revenue_sum'], group_by: 'game' },
    carried: { authorization: 'Token canary-api_key' },
    exchanges: [
      {
        request:
          'GET https://monetization.api.unity.com/stats/v1/operate/organizations/42?fields=start_count%2Crevenue_sum' +
          '&groupBy=game&scale=day&start=2026-02-28T00%3A00%3A00Z&end=2026-03-01T00%3A00%3A00Z',
        headers: { accept: 'text/csv' },
        answer: 'timestamp,game,start_count,revenue_sum\n2026-02-28T00:00:00Z,g,3,1.5\n',
      },
    ],
    file: 'timestamp,game,start_count,revenue_sum\n2026-02-28T00:00:00Z,g,3,1.5\n',
    filename: 'stats.csv',
    misbehaves: {
      at: 0,
      status: 400,
      answer: { errors: [{ msg: 'access token required' }] },
      code: 'SOURCE_BAD_REQUEST',
    },
  },
];

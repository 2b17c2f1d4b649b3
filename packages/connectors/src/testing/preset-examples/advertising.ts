import { jsonLines, type PresetExample } from './example.ts';

const TOKEN = { authorization: 'Bearer canary-token' };
const ACCESS_TOKEN = { authorization: 'Bearer canary-access_token' };

const APPLE_BODY = (offset: number) => ({
  startTime: '2026-02-28',
  endTime: '2026-02-28',
  granularity: 'DAILY',
  timeZone: 'UTC',
  returnRecordsWithNoMetrics: false,
  returnRowTotals: false,
  returnGrandTotals: false,
  selector: { orderBy: [{ field: 'localSpend', sortOrder: 'DESCENDING' }], pagination: { offset, limit: 1000 } },
});
const appleAnswer = (campaignId: number, taps: number) => ({
  data: {
    reportingDataResponse: {
      row: [
        {
          other: false,
          metadata: { campaignId, campaignName: `c${campaignId}` },
          granularity: [{ date: '2026-02-28', taps, localSpend: { amount: '1.5', currency: 'USD' } }],
        },
      ],
    },
  },
  pagination: { totalResults: 2, startIndex: 0, itemsPerPage: 1000 },
  error: null,
});

const GAQL =
  "SELECT campaign.id,metrics.cost_micros FROM campaign WHERE segments.date = '2026-02-28' AND campaign.status = ENABLED";
const AMAZON = 'https://advertising-api-eu.amazon.com/reporting/reports';
const AMAZON_HEADERS = { 'amazon-advertising-api-scope': '99' };
const MICROSOFT = 'https://reporting.api.bingads.microsoft.com/Reporting/v13/GenerateReport';
const OUTBRAIN =
  'https://api.outbrain.com/amplify/v0.1/reports/marketers/m1/campaigns?from=2026-02-28&to=2026-02-28&limit=500';

/** Requests and answers from the documentation of advertising platforms. */
export const ADVERTISING_EXAMPLES: readonly PresetExample[] = [
  {
    preset: 'amazon_ads',
    parameters: {
      profile_id: '99',
      report: 'spCampaigns',
      group_by: 'campaign',
      columns: ['date', 'campaignId', 'clicks'],
    },
    key: { region: 'advertising-api-eu', client_id: 'client' },
    carried: { ...TOKEN, 'amazon-advertising-api-clientid': 'client' },
    exchanges: [
      {
        request: `POST ${AMAZON}`,
        headers: { ...AMAZON_HEADERS, 'content-type': 'application/vnd.createasyncreportrequest.v3+json' },
        body: {
          name: 'spCampaigns 2026-02-28',
          startDate: '2026-02-28',
          endDate: '2026-02-28',
          configuration: {
            adProduct: 'SPONSORED_PRODUCTS',
            groupBy: ['campaign'],
            columns: ['date', 'campaignId', 'clicks'],
            reportTypeId: 'spCampaigns',
            timeUnit: 'DAILY',
            format: 'GZIP_JSON',
          },
        },
        answer: { reportId: 'r-1', status: 'PENDING', url: null },
      },
      {
        request: `GET ${AMAZON}/r-1`,
        headers: AMAZON_HEADERS,
        answer: { reportId: 'r-1', status: 'PROCESSING', url: null },
      },
      {
        request: `GET ${AMAZON}/r-1`,
        answer: {
          reportId: 'r-1',
          status: 'COMPLETED',
          url: 'https://offline-report.s3.amazonaws.com/r-1.json.gz?X-Amz-Signature=s',
        },
      },
      {
        request: 'GET https://offline-report.s3.amazonaws.com/r-1.json.gz?X-Amz-Signature=s',
        hasKey: false,
        answer: '[{"date":"2026-02-28","campaignId":5,"clicks":3}]',
      },
    ],
    file: '[{"date":"2026-02-28","campaignId":5,"clicks":3}]',
    filename: 'spCampaigns.json.gz',
    misbehaves: {
      at: 1,
      answer: { reportId: 'r-1', status: 'FAILED', failureReason: 'Internal' },
      code: 'SOURCE_REPORT_FAILED',
    },
  },
  {
    preset: 'apple_search_ads',
    parameters: {
      org_id: '40',
      report: 'adgroups',
      campaign_id: '542',
      metadata: ['campaignId'],
      metrics: ['taps', 'localSpend.amount'],
    },
    carried: TOKEN,
    exchanges: [0, 1].map((offset) => ({
      request: 'POST https://api.searchads.apple.com/api/v5/reports/campaigns/542/adgroups',
      headers: { 'x-ap-context': 'orgId=40', 'content-type': 'application/json' },
      body: APPLE_BODY(offset),
      answer: appleAnswer(offset + 1, offset),
    })),
    file: jsonLines(
      { campaignId: 1, taps: 0, 'localSpend.amount': '1.5' },
      { campaignId: 2, taps: 1, 'localSpend.amount': '1.5' },
    ),
    filename: 'report.jsonl',
    misbehaves: {
      at: 0,
      status: 400,
      answer: { data: null, error: { errors: [{ messageCode: 'INVALID_INPUT', message: 'selector', field: '' }] } },
      code: 'SOURCE_BAD_REQUEST',
    },
  },
  {
    preset: 'criteo',
    parameters: { advertiser_ids: ['1', '2'], dimensions: ['AdsetId', 'Day'], metrics: 'Clicks', currency: 'EUR' },
    carried: TOKEN,
    exchanges: [
      {
        request: 'POST https://api.criteo.com/2026-01/statistics/report',
        body: {
          advertiserIds: '1,2',
          startDate: '2026-02-28T00:00:00.000Z',
          endDate: '2026-02-28T00:00:00.000Z',
          format: 'csv',
          dimensions: ['AdsetId', 'Day'],
          metrics: ['Clicks'],
          timezone: 'UTC',
          currency: 'EUR',
        },
        answer: 'AdsetId;Day;Currency;Clicks\n54321;2026-02-28;EUR;35\n',
      },
    ],
    file: 'AdsetId;Day;Currency;Clicks\n54321;2026-02-28;EUR;35\n',
    filename: 'statistics.csv',
    misbehaves: { at: 0, status: 429, answer: { errors: [{ code: 'quota-exceeded' }] }, code: 'SOURCE_RATE_LIMITED' },
  },
  {
    preset: 'google_ads',
    parameters: {
      customer_id: '1234567890',
      login_customer_id: '111',
      resource: 'campaign',
      fields: ['campaign.id', 'metrics.cost_micros'],
      where: 'campaign.status = ENABLED',
    },
    carried: { ...TOKEN, 'developer-token': 'canary-developer_token' },
    exchanges: [
      {
        request: 'POST https://googleads.googleapis.com/v26/customers/1234567890/googleAds:search',
        headers: { 'login-customer-id': '111' },
        body: { query: GAQL },
        answer: {
          results: [{ campaign: { resourceName: 'c', id: '99999999999999999' }, metrics: { costMicros: '5' } }],
          nextPageToken: 'p2',
          fieldMask: 'campaign.id,metrics.costMicros',
        },
      },
      {
        request: 'POST https://googleads.googleapis.com/v26/customers/1234567890/googleAds:search',
        body: { query: GAQL, pageToken: 'p2' },
        answer: { fieldMask: 'campaign.id,metrics.costMicros' },
      },
    ],
    file: jsonLines({ 'campaign.id': '99999999999999999', 'metrics.cost_micros': '5' }),
    filename: 'report.jsonl',
    misbehaves: {
      at: 1,
      answer: { results: [{ campaign: { id: '2' } }], nextPageToken: 'p2' },
      code: 'SOURCE_ANSWER_INVALID',
    },
  },
  {
    preset: 'google_adsense',
    parameters: { account_id: 'pub-1', dimensions: ['DATE', 'AD_UNIT_NAME'], metrics: 'IMPRESSIONS' },
    carried: ACCESS_TOKEN,
    exchanges: [
      {
        request:
          'GET https://adsense.googleapis.com/v2/accounts/pub-1/reports:generateCsv?dateRange=CUSTOM&startDate.year=2026' +
          '&startDate.month=2&startDate.day=28&endDate.year=2026&endDate.month=2&endDate.day=28&dimensions=DATE' +
          '&dimensions=AD_UNIT_NAME&metrics=IMPRESSIONS',
        answer: 'Date,Ad unit,Impressions\n2026-02-28,top,7\n',
      },
    ],
    file: 'Date,Ad unit,Impressions\n2026-02-28,top,7\n',
    filename: 'report.csv',
    misbehaves: {
      at: 0,
      status: 403,
      answer: { error: { code: 403, status: 'PERMISSION_DENIED' } },
      code: 'SOURCE_AUTH_FAILED',
    },
  },
  {
    preset: 'microsoft_ads',
    parameters: { customer_id: '77', account_id: 5, columns: ['TimePeriod', 'CampaignId', 'Spend'] },
    key: { client_id: 'client' },
    carried: { ...TOKEN, developertoken: 'canary-developer_token' },
    exchanges: [
      {
        request: `POST ${MICROSOFT}/Submit`,
        headers: { customerid: '77', customeraccountid: '5', 'content-type': 'application/json' },
        body: {
          ReportRequest: {
            Type: 'CampaignPerformanceReportRequest',
            ReportName: 'CampaignPerformance 2026-02-28',
            Format: 'Csv',
            FormatVersion: '2.0',
            Aggregation: 'Daily',
            ExcludeColumnHeaders: false,
            ExcludeReportHeader: true,
            ExcludeReportFooter: true,
            ReturnOnlyCompleteData: false,
            Columns: ['TimePeriod', 'CampaignId', 'Spend'],
            Scope: { AccountIds: [5] },
            Time: {
              CustomDateRangeStart: { Day: 28, Month: 2, Year: 2026 },
              CustomDateRangeEnd: { Day: 28, Month: 2, Year: 2026 },
            },
          },
        },
        answer: { ReportRequestId: 'r-1' },
      },
      {
        request: `POST ${MICROSOFT}/Poll`,
        headers: { customerid: '77', customeraccountid: '5' },
        body: { ReportRequestId: 'r-1' },
        answer: { ReportRequestStatus: { Status: 'Pending', ReportDownloadUrl: null } },
      },
      {
        request: `POST ${MICROSOFT}/Poll`,
        body: { ReportRequestId: 'r-1' },
        answer: {
          ReportRequestStatus: {
            Status: 'Success',
            ReportDownloadUrl: 'https://reports.blob.core.windows.net/r/r-1.zip?sig=s',
          },
        },
      },
      {
        request: 'GET https://reports.blob.core.windows.net/r/r-1.zip?sig=s',
        hasKey: false,
        answer: 'TimePeriod,CampaignId,Spend\n2026-02-28,9,1.5\n',
      },
    ],
    file: 'TimePeriod,CampaignId,Spend\n2026-02-28,9,1.5\n',
    filename: 'report.zip',
    misbehaves: {
      at: 1,
      answer: { ReportRequestStatus: { Status: 'Error', ReportDownloadUrl: null } },
      code: 'SOURCE_REPORT_FAILED',
    },
  },
  {
    preset: 'outbrain',
    parameters: { marketer_id: 'm1', metadata: 'id', metrics: ['clicks', 'spend'] },
    carried: { 'ob-token-v1': 'canary-ob_token_v1' },
    exchanges: [0, 1].map((offset) => ({
      request: `GET ${OUTBRAIN}&offset=${offset}`,
      answer: {
        results: [{ metadata: { id: `c${offset}`, name: 'n' }, metrics: { clicks: 1, spend: 0.25 } }],
        totalResults: 2,
        summary: { clicks: 2 },
      },
    })),
    file: jsonLines({ id: 'c0', clicks: 1, spend: 0.25 }, { id: 'c1', clicks: 1, spend: 0.25 }),
    filename: 'report.jsonl',
    misbehaves: { at: 1, answer: { results: [], totalResults: 2 }, code: 'SOURCE_ANSWER_INVALID' },
  },
  {
    preset: 'taboola',
    parameters: { account_id: 'demo', columns: ['campaign', 'clicks', 'spent'] },
    carried: TOKEN,
    exchanges: [
      {
        request:
          'GET https://backstage.taboola.com/backstage/api/1.0/demo/reports/campaign-summary/dimensions/campaign_breakdown' +
          '?start_date=2026-02-28&end_date=2026-02-28',
        answer: {
          'last-used-rawdata-update-time': 'x',
          recordCount: 1,
          results: [{ campaign: '7', clicks: 2, spent: 1.5 }],
        },
      },
    ],
    file: jsonLines({ campaign: '7', clicks: 2, spent: 1.5 }),
    filename: 'report.jsonl',
    misbehaves: {
      at: 0,
      status: 401,
      answer: { http_status: 401, message: 'Invalid access token canary-token' },
      code: 'SOURCE_AUTH_FAILED',
    },
  },
];

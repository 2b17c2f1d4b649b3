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

const TIKTOK =
  'https://business-api.tiktok.com/open_api/v1.3/report/integrated/get/?advertiser_id=7&report_type=BASIC' +
  '&data_level=AUCTION_CAMPAIGN&dimensions=%5B%22campaign_id%22%5D&metrics=%5B%22spend%22%2C%22clicks%22%5D' +
  '&start_date=2026-02-28&end_date=2026-02-28&page_size=1000';
const tiktokAnswer = (page: number, campaign: string) => ({
  code: 0,
  message: 'OK',
  data: {
    list: [{ dimensions: { campaign_id: campaign }, metrics: { spend: '1.20', clicks: '3' } }],
    page_info: { page, page_size: 1000, total_number: 2, total_page: 2 },
  },
});

const GAQL =
  "SELECT campaign.id, metrics.cost_micros FROM campaign WHERE segments.date = '2026-02-28' AND campaign.status = ENABLED".replace(
    'id, ',
    'id,',
  );
const GRAPH = 'https://graph.facebook.com/v25.0';
const AMAZON = 'https://advertising-api-eu.amazon.com/reporting/reports';
const AMAZON_HEADERS = { 'amazon-advertising-api-scope': '99' };
const PINTEREST = 'https://api.pinterest.com/v5/ad_accounts/549/reports';
const SNAP = 'https://adsapi.snapchat.com/v1/adaccounts/acc/stats';
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
    preset: 'facebook_ads',
    parameters: { account_id: '12', fields: ['campaign_id', 'spend'], breakdowns: 'age' },
    carried: ACCESS_TOKEN,
    exchanges: [
      {
        request: `POST ${GRAPH}/act_12/insights`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          level: 'campaign',
          fields: 'campaign_id,spend',
          breakdowns: 'age',
          time_range: '{"since":"2026-02-28","until":"2026-02-28"}',
        }).toString(),
        answer: { report_run_id: '6023920149050' },
      },
      {
        request: `GET ${GRAPH}/6023920149050`,
        answer: { id: '6023920149050', async_status: 'Job Running', async_percent_completion: 30 },
      },
      {
        request: `GET ${GRAPH}/6023920149050`,
        answer: { id: '6023920149050', async_status: 'Job Completed', async_percent_completion: 100 },
      },
      {
        request: `GET ${GRAPH}/6023920149050/insights?limit=500`,
        answer: {
          data: [{ campaign_id: '1', spend: '2.5', age: '18-24', date_start: '2026-02-28', date_stop: '2026-02-28' }],
          paging: {
            cursors: { before: 'MA', after: 'MQ' },
            next: `${GRAPH}/6023920149050/insights?access_token=x&after=MQ`,
          },
        },
      },
      {
        request: `GET ${GRAPH}/6023920149050/insights?limit=500&after=MQ`,
        answer: {
          data: [{ campaign_id: '2', age: '25-34', date_start: '2026-02-28', date_stop: '2026-02-28' }],
          paging: { cursors: { before: 'MQ', after: 'Mg' } },
        },
      },
    ],
    file: jsonLines(
      { campaign_id: '1', spend: '2.5', age: '18-24', date_start: '2026-02-28', date_stop: '2026-02-28' },
      { campaign_id: '2', spend: null, age: '25-34', date_start: '2026-02-28', date_stop: '2026-02-28' },
    ),
    filename: 'report.jsonl',
    misbehaves: {
      at: 4,
      status: 400,
      answer: { error: { message: 'User request limit reached', type: 'OAuthException', code: 17 } },
      answerHeaders: {
        'x-business-use-case-usage': '{"12":[{"type":"ads_insights","estimated_time_to_regain_access":2}]}',
      },
      waits: 120_000,
    },
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
    preset: 'linkedin_ads',
    parameters: { account_id: '502840441', fields: ['impressions', 'pivotValues'], api_version: '202606' },
    carried: ACCESS_TOKEN,
    exchanges: [
      {
        request:
          'GET https://api.linkedin.com/rest/adAnalytics?q=analytics&pivot=CAMPAIGN&timeGranularity=DAILY' +
          '&dateRange=(start:(year:2026,month:2,day:28),end:(year:2026,month:2,day:28))' +
          '&accounts=List(urn%3Ali%3AsponsoredAccount%3A502840441)&fields=impressions,pivotValues',
        headers: { 'linkedin-version': '202606', 'x-restli-protocol-version': '2.0.0' },
        answer: {
          paging: { start: 0, count: 10, links: [] },
          elements: [{ impressions: 4, pivotValues: ['urn:li:sponsoredCampaign:1'] }],
        },
      },
    ],
    file: jsonLines({ impressions: 4, pivotValues: ['urn:li:sponsoredCampaign:1'] }),
    filename: 'report.jsonl',
    misbehaves: {
      at: 0,
      status: 426,
      answer: { status: 426, code: 'NONEXISTENT_VERSION', message: 'Requested version is not active' },
      code: 'SOURCE_BAD_REQUEST',
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
    preset: 'pinterest_ads',
    parameters: { ad_account_id: '549', columns: ['CAMPAIGN_ID', 'SPEND_IN_DOLLAR'] },
    carried: ACCESS_TOKEN,
    exchanges: [
      {
        request: `POST ${PINTEREST}`,
        body: {
          start_date: '2026-02-28',
          end_date: '2026-02-28',
          granularity: 'DAY',
          level: 'CAMPAIGN',
          columns: ['CAMPAIGN_ID', 'SPEND_IN_DOLLAR'],
          report_format: 'CSV',
        },
        answer: { report_status: 'IN_PROGRESS', token: 'a+b/c', message: '' },
      },
      {
        request: `GET ${PINTEREST}?token=a%2Bb%2Fc`,
        answer: { report_status: 'FINISHED', url: 'https://pinterest-reports.s3.amazonaws.com/x?sig=1', size: 9 },
      },
      {
        request: 'GET https://pinterest-reports.s3.amazonaws.com/x?sig=1',
        hasKey: false,
        answer: 'CAMPAIGN_ID,SPEND_IN_DOLLAR\n1,2.5\n',
      },
    ],
    file: 'CAMPAIGN_ID,SPEND_IN_DOLLAR\n1,2.5\n',
    filename: 'report.csv',
    misbehaves: { at: 1, answer: { report_status: 'EXPIRED', url: null }, code: 'SOURCE_REPORT_FAILED' },
  },
  {
    preset: 'snapchat_ads',
    parameters: { ad_account_id: 'acc', fields: ['impressions', 'spend'], utc_offset: '-08:00' },
    carried: ACCESS_TOKEN,
    exchanges: [
      {
        request:
          `GET ${SNAP}?granularity=TOTAL&breakdown=campaign&fields=impressions%2Cspend` +
          '&start_time=2026-02-28T00%3A00%3A00.000-08%3A00&end_time=2026-03-01T00%3A00%3A00.000-08%3A00',
        answer: {
          request_status: 'success',
          paging: { next_link: `${SNAP}?cursor=c2` },
          total_stats: [
            {
              sub_request_status: 'success',
              total_stat: {
                id: 'acc',
                breakdown_stats: { campaign: [{ id: 'c1', type: 'CAMPAIGN', stats: { impressions: 4, spend: 900 } }] },
              },
            },
          ],
        },
      },
      {
        request: `GET ${SNAP}?cursor=c2`,
        answer: { request_status: 'success', paging: {}, total_stats: [] },
      },
    ],
    file: jsonLines({ id: 'c1', type: 'CAMPAIGN', impressions: 4, spend: 900 }),
    filename: 'report.jsonl',
    misbehaves: { at: 1, status: 429, answer: {}, answerHeaders: { 'retry-after': '3' }, waits: 3000 },
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
  {
    preset: 'tiktok_ads',
    parameters: { advertiser_id: '7', dimensions: 'campaign_id', metrics: ['spend', 'clicks'] },
    carried: { 'access-token': 'canary-access_token' },
    exchanges: [
      { request: `GET ${TIKTOK}&page=1`, answer: tiktokAnswer(1, '170') },
      { request: `GET ${TIKTOK}&page=2`, answer: tiktokAnswer(2, '171') },
    ],
    file: jsonLines(
      { campaign_id: '170', spend: '1.20', clicks: '3' },
      { campaign_id: '171', spend: '1.20', clicks: '3' },
    ),
    filename: 'report.jsonl',
    misbehaves: { at: 1, answer: { code: 40100, message: 'Requests made too frequently' }, waits: 2000 },
  },
];

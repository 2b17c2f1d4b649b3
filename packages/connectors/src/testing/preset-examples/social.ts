import { jsonLines, type PresetExample } from './example.ts';

const ACCESS_TOKEN = { authorization: 'Bearer canary-access_token' };

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

const GRAPH = 'https://graph.facebook.com/v25.0';
const PINTEREST = 'https://api.pinterest.com/v5/ad_accounts/549/reports';
const SNAP = 'https://adsapi.snapchat.com/v1/adaccounts/acc/stats';

/** Requests and answers from the documentation of social networks that sell advertising. */
export const SOCIAL_EXAMPLES: readonly PresetExample[] = [
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
    parameters: { ad_account_id: 'acc', fields: ['impressions', 'spend'], timezone: 'America/Los_Angeles' },
    carried: ACCESS_TOKEN,
    exchanges: [
      {
        request:
          `GET ${SNAP}?granularity=TOTAL&breakdown=campaign&fields=impressions%2Cspend` +
          '&start_time=2026-02-28T08%3A00%3A00Z&end_time=2026-03-01T08%3A00%3A00Z',
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
  {
    preset: 'x_ads',
    parameters: {
      account_id: '18ce54d4x5t',
      entity_ids: ['8u94t', '8u94u'],
      metric_groups: ['ENGAGEMENT', 'BILLING'],
      metrics: ['impressions', 'billed_charge_local_micro'],
    },
    // Its signature is another one each time.
    carried: {},
    exchanges: [
      {
        request:
          'GET https://ads-api.x.com/12/stats/accounts/18ce54d4x5t?entity=CAMPAIGN&entity_ids=8u94t%2C8u94u' +
          '&start_time=2026-02-28T00%3A00%3A00Z&end_time=2026-03-01T00%3A00%3A00Z&granularity=TOTAL' +
          '&placement=ALL_ON_TWITTER&metric_groups=ENGAGEMENT%2CBILLING',
        answer: {
          data_type: 'stats',
          time_series_length: 1,
          data: [
            {
              id: '8u94t',
              id_data: [{ segment: null, metrics: { impressions: [1233], billed_charge_local_micro: [800000] } }],
            },
            {
              id: '8u94u',
              id_data: [{ segment: null, metrics: { impressions: null, billed_charge_local_micro: null } }],
            },
          ],
        },
      },
    ],
    file: jsonLines(
      { id: '8u94t', impressions: 1233, billed_charge_local_micro: 800000 },
      { id: '8u94u', impressions: null, billed_charge_local_micro: null },
    ),
    filename: 'report.jsonl',
    misbehaves: {
      at: 0,
      status: 401,
      answer: { errors: [{ code: 'UNAUTHORIZED_ACCESS', message: 'This request is not properly authenticated' }] },
      code: 'SOURCE_AUTH_FAILED',
    },
  },
];

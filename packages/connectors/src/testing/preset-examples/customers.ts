import { jsonLines, type PresetExample } from './example.ts';

const hubspotBody = (after?: string) => ({
  limit: 100,
  properties: ['email', 'createdate'],
  filterGroups: [
    {
      filters: [
        { propertyName: 'createdate', operator: 'GTE', value: '1772236800000' },
        { propertyName: 'createdate', operator: 'LT', value: '1772323200000' },
      ],
    },
  ],
  sorts: [{ propertyName: 'createdate', direction: 'ASCENDING' }],
  ...(after === undefined ? {} : { after }),
});

const KLAVIYO =
  'https://a.klaviyo.com/api/events?filter=greater-or-equal%28datetime%2C2026-02-28T00%3A00%3A00Z%29%2C' +
  'less-than%28datetime%2C2026-03-01T00%3A00%3A00Z%29&sort=datetime&page%5Bsize%5D=1000';
const MAILCHIMP =
  'https://us21.api.mailchimp.com/3.0/reports?since_send_time=2026-02-28T00%3A00%3A00Z' +
  '&before_send_time=2026-03-01T00%3A00%3A00Z&count=500';
const SALESFORCE = 'https://acme.my.salesforce.com/services/data/v65.0/query';
const SHOPIFY = 'https://acme.myshopify.com/admin/api/2026-10/orders.json';
const SHOPIFY_FIRST = `${SHOPIFY}?status=any&created_at_min=2026-02-28T00%3A00%3A00Z&created_at_max=2026-02-28T23%3A59%3A59Z&limit=250`;
const STRIPE =
  'https://api.stripe.com/v1/balance_transactions?created%5Bgte%5D=1772236800&created%5Blt%5D=1772323200&limit=100';

/** Requests and answers from the documentation of providers that keep customers, orders, payments and messages. */
export const CUSTOMER_EXAMPLES: readonly PresetExample[] = [
  {
    preset: 'hubspot',
    parameters: { object: 'contacts', properties: ['email', 'createdate'], date_property: 'createdate' },
    carried: { authorization: 'Bearer canary-access_token' },
    exchanges: [
      {
        request: 'POST https://api.hubapi.com/crm/v3/objects/contacts/search',
        body: hubspotBody(),
        answer: {
          total: 2,
          results: [{ id: '1', properties: { email: 'a@b.c', createdate: 't1' } }],
          paging: { next: { after: '100', link: '?after=100' } },
        },
      },
      {
        request: 'POST https://api.hubapi.com/crm/v3/objects/contacts/search',
        body: hubspotBody('100'),
        answer: { total: 2, results: [{ id: '2', properties: { email: null, createdate: 't2' } }] },
      },
    ],
    file: jsonLines({ id: '1', email: 'a@b.c', createdate: 't1' }, { id: '2', email: null, createdate: 't2' }),
    filename: 'report.jsonl',
    misbehaves: {
      at: 1,
      status: 429,
      answer: { status: 'error', errorType: 'RATE_LIMIT', policyName: 'SECONDLY' },
      waits: 2000,
    },
  },
  {
    preset: 'klaviyo',
    parameters: { columns: ['id', 'attributes.datetime'] },
    carried: { authorization: 'Klaviyo-API-Key canary-api_key' },
    exchanges: [
      {
        request: `GET ${KLAVIYO}`,
        headers: { revision: '2026-10-15' },
        answer: {
          data: [{ type: 'event', id: 'e1', attributes: { datetime: '2026-02-28 10:00:00+00:00' } }],
          links: { self: KLAVIYO, next: `${KLAVIYO}&page%5Bcursor%5D=bmV4` },
        },
      },
      {
        request: `GET ${KLAVIYO}&page%5Bcursor%5D=bmV4`,
        answer: { data: [], links: { self: KLAVIYO, next: null } },
      },
    ],
    file: jsonLines({ id: 'e1', 'attributes.datetime': '2026-02-28 10:00:00+00:00' }),
    filename: 'report.jsonl',
    misbehaves: {
      at: 1,
      answer: { data: [], links: { next: 'https://evil.example/api/events' } },
      code: 'SOURCE_ANSWER_INVALID',
    },
  },
  {
    preset: 'mailchimp',
    parameters: {},
    key: { server_prefix: 'us21' },
    carried: { authorization: `Basic ${Buffer.from('anystring:canary-api_key').toString('base64')}` },
    exchanges: [0, 1].map((offset) => ({
      request: `GET ${MAILCHIMP}&offset=${offset}`,
      answer: { reports: [{ id: `r${offset}`, opens: { opens_total: 3 } }], total_items: 2 },
    })),
    file: jsonLines({ id: 'r0', opens: { opens_total: 3 } }, { id: 'r1', opens: { opens_total: 3 } }),
    filename: 'report.jsonl',
    misbehaves: { at: 1, status: 500, answer: 'An error has occurred', code: 'SOURCE_HTTP_ERROR' },
  },
  {
    preset: 'salesforce',
    parameters: { query: 'SELECT Id FROM Lead WHERE CreatedDate >= {YYYY-MM-DD}T00:00:00Z', columns: 'Id' },
    key: { url: 'acme.my.salesforce.com' },
    carried: { authorization: 'Bearer canary-token' },
    exchanges: [
      {
        request: `GET ${SALESFORCE}?q=SELECT+Id+FROM+Lead+WHERE+CreatedDate+%3E%3D+2026-02-28T00%3A00%3A00Z`,
        answer: {
          totalSize: 2,
          done: false,
          nextRecordsUrl: '/services/data/v65.0/query/01g-2000',
          records: [{ attributes: { type: 'Lead' }, Id: '00Q1' }],
        },
      },
      {
        request: `GET ${SALESFORCE}/01g-2000`,
        answer: { totalSize: 2, done: true, records: [{ attributes: { type: 'Lead' }, Id: '00Q2' }] },
      },
    ],
    file: jsonLines({ Id: '00Q1' }, { Id: '00Q2' }),
    filename: 'report.jsonl',
    misbehaves: { at: 1, answer: { totalSize: 2, done: true, records: [] }, code: 'SOURCE_ANSWER_INVALID' },
  },
  {
    preset: 'shopify',
    parameters: { columns: ['id', 'customer.email'] },
    key: { shop: 'acme' },
    carried: { 'x-shopify-access-token': 'canary-access_token' },
    exchanges: [
      {
        request: `GET ${SHOPIFY_FIRST}`,
        answer: { orders: [{ id: 450789469, customer: { email: 'a@b.c' } }] },
        answerHeaders: { link: `<${SHOPIFY}?limit=250&page_info=eyJ>; rel="next"` },
      },
      {
        request: `GET ${SHOPIFY}?limit=250&page_info=eyJ`,
        answer: { orders: [{ id: 450789470 }] },
        answerHeaders: { link: `<${SHOPIFY}?limit=250&page_info=prev>; rel="previous"` },
      },
    ],
    file: jsonLines({ id: 450789469, 'customer.email': 'a@b.c' }, { id: 450789470, 'customer.email': null }),
    filename: 'report.jsonl',
    misbehaves: {
      at: 1,
      status: 429,
      answer: { errors: 'Exceeded 2 calls per second for api client.' },
      answerHeaders: { 'retry-after': '2.0' },
      waits: 2000,
    },
  },
  {
    preset: 'stripe',
    parameters: { object: 'balance_transactions' },
    carried: { authorization: 'Bearer canary-api_key' },
    exchanges: [
      {
        request: `GET ${STRIPE}`,
        answer: { object: 'list', has_more: true, data: [{ id: 'txn_1', amount: 100 }] },
      },
      {
        request: `GET ${STRIPE}&starting_after=txn_1`,
        answer: { object: 'list', has_more: false, data: [{ id: 'txn_2', amount: -5 }] },
      },
    ],
    file: jsonLines({ id: 'txn_1', amount: 100 }, { id: 'txn_2', amount: -5 }),
    filename: 'report.jsonl',
    misbehaves: {
      at: 1,
      answer: { object: 'list', has_more: true, data: [{ id: 'txn_1', amount: 100 }] },
      code: 'SOURCE_ANSWER_INVALID',
    },
  },
];

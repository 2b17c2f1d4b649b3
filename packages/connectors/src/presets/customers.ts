import { choice, list, optionalList, type Preset, text, withDefault } from './preset.ts';

/** Customers, orders, payments and messages. */
export const CUSTOMER_PRESETS: readonly Preset[] = [
  {
    name: 'hubspot',
    displayName: 'HubSpot',
    keyTypes: ['hubspot'],
    documentation: 'https://developers.hubspot.com/docs/api-reference/search/guide',
    parameters: {
      object: choice(
        ['contacts', 'companies', 'deals', 'tickets', 'products', 'line_items', 'quotes'],
        'The objects to read.',
      ),
      properties: list('Properties of the objects, such as email and createdate.'),
      date_property: text(
        'Property that holds the time by which the objects of a day are selected, such as createdate.',
      ),
    },
    settings: {
      url: 'https://api.hubapi.com/crm/v3/objects/{object}/search',
      body: {
        limit: 100,
        properties: ['{properties}'],
        filterGroups: [
          {
            filters: [
              { propertyName: '{date_property}', operator: 'GTE', value: '{YYYY-MM-DD:ms}' },
              { propertyName: '{date_property}', operator: 'LT', value: '{YYYY-MM-DD+1:ms}' },
            ],
          },
        ],
        sorts: [{ propertyName: '{date_property}', direction: 'ASCENDING' }],
      },
      rows: 'results',
      columns: ['id', '{properties}=properties.{properties}'],
      paging: 'cursor',
      page_in: 'body',
      page_parameter: 'after',
      next_field: 'paging.next.after',
      total_field: 'total',
    },
  },
  {
    name: 'klaviyo',
    displayName: 'Klaviyo',
    keyTypes: ['klaviyo'],
    documentation: 'https://developers.klaviyo.com/en/reference/get_events',
    parameters: {
      columns: optionalList(
        'Columns by their paths in an event, such as id, attributes.datetime and relationships.metric.data.id; each event as it is without it.',
      ),
      api_revision: withDefault('2026-10-15', 'Revision of the API.'),
    },
    settings: {
      url: 'https://a.klaviyo.com/api/events',
      query: {
        filter: 'greater-or-equal(datetime,{YYYY-MM-DD:iso}),less-than(datetime,{YYYY-MM-DD+1:iso})',
        sort: 'datetime',
        'page[size]': 1000,
      },
      headers: { revision: '{api_revision}' },
      rows: 'data',
      columns: ['{columns}'],
      paging: 'next_url',
      next_field: 'links.next',
    },
  },
  {
    name: 'mailchimp',
    displayName: 'Mailchimp',
    keyTypes: ['mailchimp'],
    documentation: 'https://mailchimp.com/developer/marketing/api/reports/list-campaign-reports/',
    parameters: {
      columns: optionalList(
        'Columns by their paths in a report, such as id, emails_sent and opens.opens_total; each report as it is without it.',
      ),
    },
    settings: {
      url: 'https://{key.server_prefix}.api.mailchimp.com/3.0/reports',
      query: {
        since_send_time: '{YYYY-MM-DD:iso}',
        before_send_time: '{YYYY-MM-DD+1:iso}',
        count: 500,
      },
      rows: 'reports',
      columns: ['{columns}'],
      paging: 'offset',
      total_field: 'total_items',
    },
  },
  {
    name: 'salesforce',
    displayName: 'Salesforce',
    keyTypes: ['salesforce'],
    documentation: 'https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm',
    parameters: {
      query: {
        type: 'string',
        required: true,
        syntax: 'template',
        doc: 'Query in SOQL, in which {YYYY-MM-DD} and the like stand for the report date.',
      },
      columns: optionalList(
        'Columns by their paths in a record, such as Id and Owner.Name; each record as it is without it.',
      ),
      api_version: withDefault('v65.0', 'Version of the API.'),
    },
    settings: {
      url: 'https://{key.url}/services/data/{api_version}/query',
      query: { q: '{query}' },
      rows: 'records',
      columns: ['{columns}'],
      paging: 'next_url',
      next_field: 'nextRecordsUrl',
      total_field: 'totalSize',
    },
  },
  {
    name: 'shopify',
    displayName: 'Shopify',
    keyTypes: ['shopify'],
    documentation: 'https://shopify.dev/docs/api/admin-rest/latest/resources/order',
    parameters: {
      object: choice(
        ['orders', 'customers', 'products'],
        'The objects to read. Orders that are older than 60 days need the scope read_all_orders.',
      ),
      columns: optionalList(
        'Columns by their paths in an object, such as id and total_price; each object as it is without it.',
      ),
      api_version: withDefault('2026-10', 'Version of the API. Shopify keeps each for a year.'),
    },
    settings: {
      url: 'https://{key.shop}.myshopify.com/admin/api/{api_version}/{object}.json',
      query: {
        status: 'any',
        created_at_min: '{YYYY-MM-DD:iso}',
        created_at_max: '{YYYY-MM-DD:end}',
        limit: 250,
      },
      rows: '{object}',
      columns: ['{columns}'],
      paging: 'link_header',
    },
  },
  {
    name: 'stripe',
    displayName: 'Stripe',
    keyTypes: ['stripe'],
    documentation: 'https://docs.stripe.com/api/balance_transactions/list',
    parameters: {
      object: choice(
        ['balance_transactions', 'charges', 'refunds', 'payouts', 'invoices', 'customers', 'disputes'],
        'The objects to read.',
      ),
      columns: optionalList(
        'Columns by their paths in an object, such as id and amount; each object as it is without it.',
      ),
    },
    settings: {
      url: 'https://api.stripe.com/v1/{object}',
      query: { 'created[gte]': '{YYYY-MM-DD:s}', 'created[lt]': '{YYYY-MM-DD+1:s}', limit: 100 },
      rows: 'data',
      columns: ['{columns}'],
      paging: 'cursor',
      page_parameter: 'starting_after',
      next_field: 'data.-1.id',
      more_field: 'has_more',
    },
  },
];

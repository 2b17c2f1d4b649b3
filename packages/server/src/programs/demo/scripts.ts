import type { ScriptFile } from '../../features/changelists/stored-changelist.ts';

export type DemoSettings = {
  /** Origin of the sample provider. */
  readonly providerUrl: string;
  /** Report dates that the first start makes up for. */
  readonly days: number;
};

/** Columns of each report of the sample provider, as scripts declare them. */
const COLUMNS = {
  ad_units: `
    "Date": date("YYYY-MM-dd") not null as date;
    "Site": string not null as site;
    "Ad unit ID": integer not null as ad_unit_id;
    "Ad unit": string as ad_unit;
    "Device": string not null as device;
    "Impressions": integer not null as impressions;
    "Clicks": integer not null as clicks;
    "Revenue": decimal(18, 6) not null as revenue;`,
  campaigns: `
    date: date("YYYY-MM-dd") not null;
    campaign_id: string not null;
    campaign_name: string;
    network: string not null;
    country: string not null;
    site: string not null;
    impressions: integer not null;
    clicks: integer not null;
    conversions: integer;
    spend: decimal(18, 6) not null;`,
  affiliate_transactions: `
    transaction_id: string not null;
    date: date("YYYY-MM-dd") not null;
    click_time: datetime("YYYY-MM-dd HH:mm:ss") not null;
    merchant: string not null;
    site: string not null;
    order_value: decimal(18, 2) not null;
    commission: decimal(18, 2) not null;
    currency: string not null;
    status: string not null;
    sub_id: string;`,
  video_impressions: `
    date: date("YYYY-MM-dd") not null;
    video_id: string not null;
    title: string;
    site: string not null;
    player: string not null;
    starts: integer not null;
    completes: integer not null;
    watch_seconds: integer not null;
    revenue: decimal(18, 6) not null;
    skippable: boolean not null;`,
  sites: `
    site: string not null;
    name: string not null;
    vertical: string not null;`,
  costs: `
    date: date("YYYY-MM-dd") not null;
    site: string not null;
    cost_center: string not null;
    line: integer not null;
    description: string;
    units: integer not null;
    amount: decimal(18, 2) not null;`,
  sessions: `
    date: date("YYYY-MM-dd") not null;
    site: string not null;
    hour: integer not null;
    visits: integer not null;
    pageviews: integer not null;
    bounce_rate: decimal(18, 6) not null;`,
  orders: `
    date: date("YYYY-MM-dd") not null;
    order_id: string not null;
    site: string not null;
    items: integer not null;
    total: decimal(18, 2) not null;
    coupon: string;`,
  marketplace_sales: `
    date: date("YYYY-MM-dd") not null;
    sku: string not null;
    marketplace: string not null;
    quantity: integer not null;
    gross: decimal(18, 2) not null;
    fees: decimal(18, 2) not null;`,
  newsletter_clicks: `
    date: date("YYYY-MM-dd") not null;
    issue: string not null;
    site: string not null;
    sent: integer not null;
    clicks: integer not null;`,
  store_visits: `
    date: date("YYYY-MM-dd") not null;
    store_id: integer not null;
    site: string not null;
    visits: integer not null;
    sales: decimal(18, 2) not null;`,
  tv_spots: `
    date: date("YYYY-MM-dd") not null;
    spot_id: string not null;
    goal: string not null;
    seconds: integer not null;
    reach: integer not null;
    cost: decimal(18, 2) not null;`,
  partner_sales: `
    date: date("YYYY-MM-dd") not null;
    partner_id: integer not null;
    site: string not null;
    orders: integer not null;
    commission: decimal(18, 2) not null;`,
} as const;

type Dataset = keyof typeof COLUMNS;

/** The key that the provider accepts, and one that it rejects. */
export const SAMPLE_KEY = 'sample_provider';
export const REJECTED_KEY = 'partner_network';

function download(
  settings: DemoSettings,
  dataset: Dataset,
  format: 'csv' | 'csv.gz' | 'json',
  { more = '', key = SAMPLE_KEY }: { readonly more?: string; readonly key?: string } = {},
): string {
  const date = dataset === 'sites' ? '' : 'date={YYYY-MM-DD}&';
  return `download ${dataset} from {
    type: "http";
    key: "${key}";
    url: "${settings.providerUrl}/reports/${dataset}?${date}format=${format}";
    format: "${format === 'json' ? 'json' : 'csv'}";
    timezone: "UTC";
    delay_hours: 0;
    lookback_days: ${settings.days};${more}
} using {${COLUMNS[dataset]}
};
`;
}

/** The provider makes this report on request: it is ordered, asked for until it is ready, then fetched. */
function requestedDownload(settings: DemoSettings, dataset: Dataset): string {
  return `download ${dataset} from {
    type: "http";
    key: "${SAMPLE_KEY}";
    async: true;
    url: "${settings.providerUrl}/async/reports";
    body: { "dataset": "${dataset}"; "date": "{YYYY-MM-DD}"; "format": "csv"; };
    status_url: "${settings.providerUrl}/async/reports/{report_id}";
    check_after_seconds: 2;
    format: "csv";
    timezone: "UTC";
    delay_hours: 0;
    lookback_days: ${settings.days};
} using {${COLUMNS[dataset]}
};
`;
}

const NOT_FOUND_IS_LATE = '\n    not_found: "retry";';

const toWarehouse = (table: string, account: string, more = ''): string =>
  `upload ${table} to { type: "postgres"; key: "warehouse"; schema: "${account}"; table: "${table}"; mode: "replace_date";${more} };\n`;

const toFile = (table: string, format: 'csv' | 'parquet', ending: string, more = ''): string =>
  `upload ${table} to { type: "file"; path: "${table}/{YYYY}/{MM}/{YYYY-MM-DD}.${ending}"; format: "${format}";${more} };\n`;

function displayAds(settings: DemoSettings, account: string): string {
  return `// Display ads, with the vertical of each site.
${download(settings, 'ad_units', 'csv.gz')}
${download(settings, 'sites', 'csv')}
table display is select ad_units.*, sites.name as site_name, sites.vertical from ad_units left join sites on ad_units.site == sites.site;

${toWarehouse('display', account)}`;
}

function campaignSpend(settings: DemoSettings, account: string): string {
  return `// What campaigns cost, and what they brought.
${download(settings, 'campaigns', 'csv')}
table campaign_spend is select *, clicks > 0 ? spend / clicks : null as cost_per_click from campaigns;

${toWarehouse('campaign_spend', account)}`;
}

const shop = (
  settings: DemoSettings,
  account: string,
): string => `// The provider of orders is overloaded now and then and recovers.
${download(settings, 'orders', 'csv')}
${toWarehouse('orders', account)}`;

const marketplaces = (settings: DemoSettings): string => `// Marketplaces report late, and have added a column.
${download(settings, 'marketplace_sales', 'csv', { more: NOT_FOUND_IS_LATE })}
${toFile('marketplace_sales', 'csv', 'csv')}`;

const costs = (settings: DemoSettings, account: string): string => `// The provider makes this report on request.
${requestedDownload(settings, 'costs')}
${toWarehouse('costs', account)}`;

const video = (settings: DemoSettings): string => `${download(settings, 'video_impressions', 'json')}
${toFile('video_impressions', 'parquet', 'parquet')}`;

const revenue = (account: string): string => `// One line a day and channel.
table channels is union display_revenue, video_revenue;
table display_revenue is select date, "display" as channel, sum(revenue) as revenue, count() as rows from ad_units;
table video_revenue is select date, "video" as channel, sum(revenue) as revenue, count() as rows from video_impressions;
table revenue_daily is select date, channel, revenue, rows from channels order by date, channel;

assert one_row_per_channel on revenue_daily: unique (date, channel);

${toWarehouse('revenue_daily', account)}`;

/** Report dates of the sources that fail: few, so that what works is most of every list. */
const INCIDENT_DAYS = 3;
const DEADLINE = ' deadline: "01:00"; timezone: "UTC";';

/** One source for each thing that goes wrong most often. */
function incidents(settings: DemoSettings, account: string): ScriptFile[] {
  const few = { ...settings, days: Math.min(settings.days, INCIDENT_DAYS) };
  return [
    {
      path: 'marketing/newsletter.sbs',
      text: `// The provider has withdrawn the newest report: its download fails.
${download(few, 'newsletter_clicks', 'csv')}
table newsletter_by_site is select date, site, sum(sent) as sent, sum(clicks) as clicks from newsletter_clicks order by date, site;

${toWarehouse('newsletter_clicks', account, DEADLINE)}${toFile('newsletter_by_site', 'csv', 'csv', ' deadline: "09:00"; timezone: "UTC";')}`,
    },
    {
      path: 'marketing/stores.sbs',
      text: `// No row of the newest report can be read: all are dirty.
${download(few, 'store_visits', 'csv')}
${toFile('store_visits', 'csv', 'csv')}`,
    },
    {
      path: 'marketing/tv.sbs',
      text: `// The newest report is overdue, and its upload is late.
${download(few, 'tv_spots', 'json', { more: NOT_FOUND_IS_LATE })}
${toWarehouse('tv_spots', account, DEADLINE)}`,
    },
    {
      path: 'marketing/partners.sbs',
      text: `// The provider rejects this key, which is suspended for it.
${download(few, 'partner_sales', 'csv', { key: REJECTED_KEY })}
${toWarehouse('partner_sales', account)}`,
    },
  ];
}

/** The published script of each demo account. */
export function demoScripts(account: 'acme' | 'globex', settings: DemoSettings): ScriptFile[] {
  const both: ScriptFile[] = [
    { path: 'ads/display.sbs', text: displayAds(settings, account) },
    { path: 'ads/campaigns.sbs', text: campaignSpend(settings, account) },
    { path: 'video/impressions.sbs', text: video(settings) },
    { path: 'finance/costs.sbs', text: costs(settings, account) },
    { path: 'shop/orders.sbs', text: shop(settings, account) },
    { path: 'shop/marketplaces.sbs', text: marketplaces(settings) },
    { path: 'finance/revenue.sbs', text: revenue(account) },
  ];
  const own: ScriptFile[] =
    account === 'acme'
      ? [
          {
            path: 'affiliates/transactions.sbs',
            text: `${download(settings, 'affiliate_transactions', 'csv.gz')}\n${toFile('affiliate_transactions', 'csv', 'csv.gz', ' compression: "gzip";')}`,
          },
          ...incidents(settings, account),
        ]
      : [
          {
            path: 'sites/sessions.sbs',
            text: `${download(settings, 'sessions', 'csv')}\n${toWarehouse('sessions', account)}`,
          },
        ];
  return [...both, ...own];
}

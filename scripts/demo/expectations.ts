/** Expected content of each upload of the demo, in terms of the sample provider's own totals. */
export type Expectation = {
  /** Table or folder of the upload. */
  readonly upload: string;
  readonly dataset: string;
  /** Postgres tables hold all dates; files one date each, named by it. */
  readonly kind: 'postgres' | 'csv' | 'csv.gz' | 'parquet';
  /** Column of the result by header of the report, for every number whose sum is compared. */
  readonly sums: Readonly<Record<string, string>>;
};

const same = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));

const BOTH: readonly Expectation[] = [
  {
    upload: 'display',
    dataset: 'ad_units',
    kind: 'postgres',
    sums: { 'Ad unit ID': 'ad_unit_id', Impressions: 'impressions', Clicks: 'clicks', Revenue: 'revenue' },
  },
  {
    upload: 'campaign_spend',
    dataset: 'campaigns',
    kind: 'postgres',
    sums: same('impressions', 'clicks', 'conversions', 'spend'),
  },
  { upload: 'costs', dataset: 'costs', kind: 'postgres', sums: same('line', 'units', 'amount') },
  { upload: 'orders', dataset: 'orders', kind: 'postgres', sums: same('items', 'total') },
  { upload: 'marketplace_sales', dataset: 'marketplace_sales', kind: 'csv', sums: same('quantity', 'gross', 'fees') },
  {
    upload: 'video_impressions',
    dataset: 'video_impressions',
    kind: 'parquet',
    sums: same('starts', 'completes', 'watch_seconds', 'revenue'),
  },
];

export const EXPECTATIONS: Readonly<Record<'acme' | 'globex', readonly Expectation[]>> = {
  acme: [
    ...BOTH,
    {
      upload: 'affiliate_transactions',
      dataset: 'affiliate_transactions',
      kind: 'csv.gz',
      sums: same('order_value', 'commission'),
    },
  ],
  globex: [
    ...BOTH,
    {
      upload: 'sessions',
      dataset: 'sessions',
      kind: 'postgres',
      sums: same('hour', 'visits', 'pageviews', 'bounce_rate'),
    },
  ],
};

/** Channels of the grouped upload `revenue_daily`: one row a date and channel. */
export const CHANNELS = [
  { channel: 'display', dataset: 'ad_units', header: 'Revenue' },
  { channel: 'video', dataset: 'video_impressions', header: 'revenue' },
] as const;

import { columns, type Dataset, type Day, type DirtyKind, decimal, type Values } from './dataset.ts';
import { INCIDENT_DATASETS } from './incident-datasets.ts';
import { cycled } from './random.ts';
import {
  CENTERS,
  COUNTRIES,
  CURRENCIES,
  DEVICES,
  FORMATS,
  GOALS,
  MERCHANTS,
  NETWORKS,
  PLAYERS,
  POSITIONS,
  STATUSES,
  sitesOf,
  VERTICALS,
} from './vocabulary.ts';

const USUAL: readonly DirtyKind[] = [
  'wrong_type',
  'stray_text',
  'bad_date',
  'missing_value',
  'missing_field',
  'extra_field',
];

/** The defaults of most datasets. */
const STEADY = { dated: true, dirtyShare: 0, dirtyKinds: USUAL, lenientShare: 0, behaviour: 'steady' } as const;

/** Few enough that a dirty row is an exception. */
const RARE = 0.001;

const siteAt = (day: Day, index: number): string => cycled(sitesOf(day.account), index);

/** Money per thousand impressions: units of a millionth. */
const earned = (impressions: number, cpmCents: number): string => decimal(impressions * cpmCents * 10, 6);

function adUnits(day: Day): Values {
  const { random, index } = day;
  const unit = Math.floor(index / DEVICES.length);
  const impressions = random.integer(0, 40_000);
  return {
    Date: day.date,
    Site: siteAt(day, unit),
    'Ad unit ID': String(10_000 + unit),
    'Ad unit': `${cycled(POSITIONS, unit)}_${cycled(FORMATS, unit)}_${unit}`,
    Device: cycled(DEVICES, index),
    Impressions: String(impressions),
    Clicks: String(Math.floor(impressions * random.next() * 0.02)),
    Revenue: earned(impressions, random.integer(20, 480)),
  };
}

function campaigns(day: Day): Values {
  const { random, index } = day;
  const campaign = Math.floor(index / COUNTRIES.length);
  const clicks = random.integer(0, 900);
  return {
    date: day.date,
    campaign_id: `c-${1000 + campaign}`,
    campaign_name: `${cycled(GOALS, campaign)}, ${siteAt(day, campaign)} #${campaign}`,
    network: cycled(NETWORKS, campaign),
    country: cycled(COUNTRIES, index),
    site: siteAt(day, campaign),
    impressions: String(clicks * random.integer(20, 90)),
    clicks: String(clicks),
    conversions: random.chance(0.1) ? null : String(Math.floor(clicks * random.next() * 0.1)),
    spend: decimal(clicks * random.integer(50_000, 900_000), 6),
  };
}

function affiliateTransactions(day: Day): Values {
  const { random, index } = day;
  const cents = random.integer(499, 90_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    transaction_id: `${day.account}-${day.date.replaceAll('-', '')}-${String(index).padStart(5, '0')}`,
    date: day.date,
    click_time: `${day.date} ${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}`,
    merchant: random.pick(MERCHANTS),
    site: siteAt(day, random.integer(0, 39)),
    order_value: decimal(cents, 2),
    commission: decimal(Math.floor((cents * random.integer(2, 12)) / 100), 2),
    currency: random.pick(CURRENCIES),
    status: random.pick(STATUSES),
    sub_id: random.chance(0.3) ? null : `s${random.integer(1, 500)}`,
  };
}

function videoImpressions(day: Day): Values {
  const { random, index } = day;
  const video = Math.floor(index / PLAYERS.length);
  const starts = random.integer(1, 6_000);
  const completes = Math.floor(starts * random.next());
  return {
    date: day.date,
    video_id: `v${200 + video}`,
    title: `How to ${cycled(VERTICALS, video)} – part ${1 + (video % 9)}`,
    site: siteAt(day, video),
    player: cycled(PLAYERS, index),
    starts: String(starts),
    completes: String(completes),
    watch_seconds: String(completes * random.integer(15, 240)),
    revenue: earned(starts, random.integer(300, 2500)),
    skippable: String(random.chance(0.5)),
  };
}

function sites(day: Day): Values {
  const { random, index } = day;
  return {
    site_id: String(index + 1),
    site: siteAt(day, index),
    name: siteAt(day, index).split('.')[0]?.replace('-', ' ') ?? '',
    vertical: cycled(VERTICALS, Math.floor(index / 4)),
    owner: `${cycled(['ann', 'ben', 'cleo', 'dev', 'eli'], index)}@${day.account}.example`,
    launched: `20${10 + (index % 15)}-${String(1 + (index % 12)).padStart(2, '0')}-15`,
    active: String(random.chance(0.9)),
  };
}

function costs(day: Day): Values {
  const { random, index } = day;
  return {
    date: day.date,
    site: siteAt(day, Math.floor(index / 15)),
    cost_center: cycled(CENTERS, index),
    line: String(index),
    description: random.chance(0.2)
      ? `Invoice ${random.integer(1000, 9999)}, ${random.pick(CENTERS)}`
      : `Invoice ${random.integer(1000, 9999)}`,
    units: String(random.integer(1, 5000)),
    amount: decimal(random.integer(100, 400_000), 2),
  };
}

function sessions(day: Day): Values {
  const { random, index } = day;
  const visits = random.integer(50, 20_000);
  return {
    date: day.date,
    site: siteAt(day, Math.floor(index / 24)),
    hour: String(index % 24),
    visits: String(visits),
    pageviews: String(visits * random.integer(1, 6)),
    bounce_rate: decimal(random.integer(100_000, 900_000), 6),
  };
}

function orders(day: Day): Values {
  const { random, index } = day;
  return {
    date: day.date,
    order_id: `o-${day.date.replaceAll('-', '')}-${index}`,
    site: siteAt(day, random.integer(0, 39)),
    items: String(random.integer(1, 9)),
    total: decimal(random.integer(500, 50_000), 2),
    coupon: random.chance(0.7) ? null : `SAVE${random.integer(5, 50)}`,
  };
}

function marketplaceSales(day: Day): Values {
  const { random, index } = day;
  const quantity = random.integer(1, 40);
  return {
    date: day.date,
    sku: `sku-${String(index).padStart(5, '0')}`,
    marketplace: cycled(COUNTRIES, index),
    quantity: String(quantity),
    gross: decimal(quantity * random.integer(500, 9000), 2),
    fees: decimal(quantity * random.integer(20, 400), 2),
    currency: cycled(CURRENCIES, index),
  };
}

/** Every dataset of the provider. Headers, types and keys are what a script has to declare. */
export const DATASETS: readonly Dataset[] = [
  {
    ...STEADY,
    name: 'ad_units',
    doc: 'Display ads by ad unit and device. Headers with spaces and capitals. A few rows are dirty, and a few are written so that only a lenient reader takes them (+1234 or 12.0 or spaces).',
    columns: columns({
      Date: 'date!',
      Site: 'string!',
      'Ad unit ID': 'integer!',
      'Ad unit': 'string',
      Device: 'string!',
      Impressions: 'integer!',
      Clicks: 'integer!',
      Revenue: 'decimal(18, 6)!',
    }),
    keys: ['Date', 'Ad unit ID', 'Device'],
    rows: [1800, 2600],
    dirtyShare: RARE,
    lenientShare: RARE,
    dirtyKinds: [...USUAL, 'stray_quote'],
    make: adUnits,
  },
  {
    ...STEADY,
    name: 'campaigns',
    doc: 'Advertising spend by campaign and country. Names hold commas, some conversions are unknown.',
    columns: columns({
      date: 'date!',
      campaign_id: 'string!',
      campaign_name: 'string',
      network: 'string!',
      country: 'string!',
      site: 'string!',
      impressions: 'integer!',
      clicks: 'integer!',
      conversions: 'integer',
      spend: 'decimal(18, 6)!',
    }),
    keys: ['date', 'campaign_id', 'country'],
    rows: [900, 1500],
    make: campaigns,
  },
  {
    ...STEADY,
    name: 'affiliate_transactions',
    doc: 'Affiliate sales, one row each. Names with quotes and letters beyond ASCII.',
    columns: columns({
      transaction_id: 'string!',
      date: 'date!',
      click_time: 'datetime!',
      merchant: 'string!',
      site: 'string!',
      order_value: 'decimal(18, 2)!',
      commission: 'decimal(18, 2)!',
      currency: 'string!',
      status: 'string!',
      sub_id: 'string',
    }),
    keys: ['transaction_id'],
    rows: [500, 1200],
    make: affiliateTransactions,
  },
  {
    ...STEADY,
    name: 'video_impressions',
    doc: 'Video starts and completions by video and player. A few rows are dirty.',
    columns: columns({
      date: 'date!',
      video_id: 'string!',
      title: 'string',
      site: 'string!',
      player: 'string!',
      starts: 'integer!',
      completes: 'integer!',
      watch_seconds: 'integer!',
      revenue: 'decimal(18, 6)!',
      skippable: 'boolean!',
    }),
    keys: ['date', 'video_id', 'player'],
    rows: [1500, 3000],
    dirtyShare: RARE,
    make: videoImpressions,
  },
  {
    ...STEADY,
    name: 'sites',
    doc: 'Lookup of the account’s 40 sites, without dates.',
    dated: false,
    columns: columns({
      site_id: 'integer!',
      site: 'string!',
      name: 'string!',
      vertical: 'string!',
      owner: 'string!',
      launched: 'date!',
      active: 'boolean!',
    }),
    keys: ['site'],
    rows: [40, 40],
    make: sites,
  },
  {
    ...STEADY,
    name: 'costs',
    doc: 'Costs by site.',
    columns: columns({
      date: 'date!',
      site: 'string!',
      cost_center: 'string!',
      line: 'integer!',
      description: 'string',
      units: 'integer!',
      amount: 'decimal(18, 2)!',
    }),
    keys: ['date', 'line'],
    rows: [500, 600],
    make: costs,
  },
  {
    ...STEADY,
    name: 'sessions',
    doc: 'Visits by site and hour. Always 960 rows.',
    columns: columns({
      date: 'date!',
      site: 'string!',
      hour: 'integer!',
      visits: 'integer!',
      pageviews: 'integer!',
      bounce_rate: 'decimal(18, 6)!',
    }),
    keys: ['date', 'site', 'hour'],
    rows: [960, 960],
    make: sessions,
  },
  {
    ...STEADY,
    name: 'orders',
    doc: 'Shop orders. On every third date or so the first two requests are answered by 503.',
    columns: columns({
      date: 'date!',
      order_id: 'string!',
      site: 'string!',
      items: 'integer!',
      total: 'decimal(18, 2)!',
      coupon: 'string',
    }),
    keys: ['order_id'],
    rows: [600, 900],
    behaviour: 'flaky',
    make: orders,
  },
  {
    ...STEADY,
    name: 'marketplace_sales',
    doc: 'Sales on marketplaces. The newest date is late: 404 until the provider has run for some time.',
    columns: columns({
      date: 'date!',
      sku: 'string!',
      marketplace: 'string!',
      quantity: 'integer!',
      gross: 'decimal(18, 2)!',
      fees: 'decimal(18, 2)!',
    }),
    added: columns({ currency: 'string!' }),
    keys: ['date', 'sku'],
    rows: [500, 800],
    behaviour: 'late',
    make: marketplaceSales,
  },
  ...INCIDENT_DATASETS,
];

/** The dataset of that name. */
export const findDataset = (name: string): Dataset | undefined => DATASETS.find((dataset) => dataset.name === name);

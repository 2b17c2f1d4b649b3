import { columns, type Dataset, type Day, decimal, type Values } from './dataset.ts';
import { cycled } from './random.ts';
import { GOALS, sitesOf, VERTICALS } from './vocabulary.ts';

/** Clean, small and with one date a report: what goes wrong is how the newest report is answered. */
const INCIDENT = { dated: true, rows: [40, 90], dirtyShare: 0, dirtyKinds: [], lenientShare: 0 } as const;

function newsletterClicks({ date, account, random, index }: Day): Values {
  const sent = random.integer(500, 9_000);
  return {
    date,
    issue: `${cycled(VERTICALS, index)}-${index}`,
    site: cycled(sitesOf(account), index),
    sent: String(sent),
    clicks: String(Math.floor(sent * random.next() * 0.2)),
  };
}

function storeVisits({ date, account, random, index }: Day): Values {
  return {
    date,
    store_id: String(100 + index),
    site: cycled(sitesOf(account), index),
    visits: String(random.integer(5, 900)),
    sales: decimal(random.integer(1_000, 900_000), 2),
  };
}

function tvSpots({ date, random, index }: Day): Values {
  return {
    date,
    spot_id: `tv-${500 + index}`,
    goal: cycled(GOALS, index),
    seconds: String(cycled([10, 15, 20, 30], index)),
    reach: String(random.integer(2_000, 400_000)),
    cost: decimal(random.integer(20_000, 4_000_000), 2),
  };
}

function partnerSales({ date, account, random, index }: Day): Values {
  return {
    date,
    partner_id: String(900 + index),
    site: cycled(sitesOf(account), index),
    orders: String(random.integer(1, 60)),
    commission: decimal(random.integer(100, 90_000), 2),
  };
}

/** Datasets whose newest report is never answered well. */
export const INCIDENT_DATASETS: readonly Dataset[] = [
  {
    ...INCIDENT,
    name: 'newsletter_clicks',
    doc: 'Clicks by issue of a newsletter. The newest date is withdrawn: 410.',
    columns: columns({ date: 'date!', issue: 'string!', site: 'string!', sent: 'integer!', clicks: 'integer!' }),
    keys: ['date', 'issue'],
    behaviour: 'withdrawn',
    make: newsletterClicks,
  },
  {
    ...INCIDENT,
    name: 'store_visits',
    doc: 'Visits by store. Every number of the newest date is a question mark.',
    columns: columns({
      date: 'date!',
      store_id: 'integer!',
      site: 'string!',
      visits: 'integer!',
      sales: 'decimal(18, 2)!',
    }),
    keys: ['date', 'store_id'],
    behaviour: 'unreadable',
    make: storeVisits,
  },
  {
    ...INCIDENT,
    name: 'tv_spots',
    doc: 'Reach of television spots. The newest date is overdue: 404, to be asked for again in an hour.',
    columns: columns({
      date: 'date!',
      spot_id: 'string!',
      goal: 'string!',
      seconds: 'integer!',
      reach: 'integer!',
      cost: 'decimal(18, 2)!',
    }),
    keys: ['date', 'spot_id'],
    behaviour: 'overdue',
    make: tvSpots,
  },
  {
    ...INCIDENT,
    name: 'partner_sales',
    doc: 'Sales of partners. The demo asks for it with a token that the provider rejects.',
    columns: columns({
      date: 'date!',
      partner_id: 'integer!',
      site: 'string!',
      orders: 'integer!',
      commission: 'decimal(18, 2)!',
    }),
    keys: ['date', 'partner_id'],
    behaviour: 'steady',
    make: partnerSales,
  },
];

import { seeded } from '../ingest/ad-file.ts';

export type ProjectFile = { readonly path: string; readonly text: string };

/** A file whose table other files read. `users` are the paths of those files. */
export type Hub = { readonly path: string; readonly table: string; readonly users: readonly string[] };

export type Project = { readonly files: readonly ProjectFile[]; readonly hubs: readonly Hub[] };

/** Every so many files one is a hub, which about half of that many others read. */
const HUB_EVERY = 100;
const FOLDERS = ['ads', 'shop', 'mail', 'search', 'apps', 'finance', 'video', 'partners'];
const TEAMS = ['daily', 'europe', 'americas', 'asia', 'archive'];
const TOPICS = [
  'clicks',
  'orders',
  'visits',
  'refunds',
  'spend',
  'installs',
  'banners',
  'keywords',
  'payouts',
  'leads',
];
const COMMENTS = [
  'The partner sends this after midnight of its own day.',
  'Ask the owner of the key before changing the schedule.',
  'Numbers of the last two days are preliminary.',
  'Rows without a site come from the old tracking code.',
  'Costs are in the currency of the account.',
];
const TEXTS = ['campaign', 'country', 'device', 'placement', 'creative', 'language', 'browser', 'referrer', 'segment'];
const COUNTS = ['clicks', 'impressions', 'conversions', 'views', 'sessions', 'opens', 'bounces'];
const AMOUNTS = ['cost', 'revenue', 'fees', 'tax', 'discount'];

type Dice = {
  readonly whole: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: (values: readonly string[]) => string;
  /** Picks `count` different values, in their order. */
  readonly some: (values: readonly string[], count: number) => string[];
};

function dice(random: () => number): Dice {
  const whole = (limit: number): number => Math.floor(random() * limit);
  return {
    whole,
    chance: (share) => random() < share,
    pick: (values) => values[whole(values.length)] ?? '',
    some: (values, count) => {
      const left = [...values];
      while (left.length > count) left.splice(whole(left.length), 1);
      return left;
    },
  };
}

type Report = {
  readonly name: string;
  readonly texts: readonly string[];
  readonly counts: readonly string[];
  readonly amounts: readonly string[];
};

/** `date`, `site` and a choice of texts, counts and amounts: what every report of the project has. */
function download(report: Report, { whole, chance, pick }: Dice): string {
  const { name, texts, counts, amounts } = report;
  const source = chance(0.6)
    ? `    type: "web";\n    url: "https://example.com/${name}";`
    : `    type: "folder";\n    pattern: "${name}/*.csv";\n    datetime_pattern: "YYYYMMDD";`;
  const schedule = chance(0.5)
    ? `    delay_hours: ${whole(30) + 1};\n    timezone: "UTC";`
    : `    hour_of_day: [${whole(12)}, ${12 + whole(12)}];`;
  const repull = chance(0.4) ? `\n    repull_days: [1, ${2 + whole(5)}];` : '';
  const lines = [
    '    date: date("YYYY-MM-dd");',
    '    site: string not null;',
    ...texts.map((text) =>
      text === 'placement' ? '    "Ad placement": string as placement;' : `    ${text}: string;`,
    ),
    ...counts.map((count) => `    ${count}: integer;`),
    ...amounts.map((amount) => `    ${amount}: decimal(18, ${pick(['2', '4', '6'])});`),
    ...(chance(0.3) ? ['    active: boolean;  // only since spring'] : []),
    ...(chance(0.2) ? ['    owner: { id: integer; name: string; };'] : []),
  ];
  return `download ${name} from {\n${source}\n${schedule}${repull}\n} using {\n${lines.join('\n')}\n};\n`;
}

function dailyTable(report: Report, { whole, chance, pick }: Dice): string {
  const { name, texts, counts, amounts } = report;
  const [count = 'clicks'] = counts;
  const [amount = 'cost'] = amounts;
  const items = [
    'date',
    'site',
    ...texts.map((text) => (chance(0.3) ? `coalesce(${text}, '') as ${text}` : text)),
    ...counts.map((each) => `sum(${each}) as ${each}`),
    ...amounts.map((each) => `sum(${each}) as ${each}`),
    `${amount === 'cost' ? 'sum(cost)' : `max(${amount})`} / sum(${count}) as per_${count}`,
    'count() as rows',
  ];
  const conditions = [
    `${count} > ${whole(10)}`,
    `${amount} is not null`,
    ...(chance(0.5) ? [`site not in ('test', 'internal', "${pick(TEAMS)}")`] : []),
  ];
  const having = chance(0.3) ? `\n    having rows >= ${1 + whole(20)}` : '';
  return `table ${name}_daily is
    select
        ${items.join(',\n        ')}
    from ${name}
    where ${conditions.join('\n        and ')}${having}
    order by date, site;
`;
}

function tieredTable({ name, counts, amounts, texts }: Report, { whole, chance }: Dice): string {
  const [count = 'clicks'] = counts;
  const [amount = 'cost'] = amounts;
  const [text = 'site'] = texts;
  const window = chance(0.4)
    ? `,\n        row_number() over (partition by site order by ${count} desc) as place`
    : `,\n        round(${amount} * ${1 + whole(9)}.${whole(10)}, 2) as weighted`;
  return `table ${name}_tiers is
    select
        date,
        site,
        ${text} || '/' || site as label,
        ${count} > ${1000 + whole(1000)} ? 'large' : ${count} > ${10 + whole(90)} ? 'middle' : 'small' as size,
        cast(${amount} as float) / (${count} + 1) as yield${window}
    from ${name}_daily
    where (date >= date_add(today(), -${7 + whole(80)}) or ${count} between 1 and ${5000 + whole(5000)})
        and not (${amount} < 0);
`;
}

function joinedTable({ name, counts, amounts }: Report, hub: string, { chance, pick }: Dice): string {
  const items = [
    'own.date',
    'hub.label as site_name',
    'hub.region',
    ...counts.map((each) => `sum(own.${each}) as ${each}`),
    ...amounts.map((each) => `sum(own.${each}) as ${each}`),
    'count_distinct(own.site) as sites',
  ];
  return `// One row a day and site of ${hub}.
table ${name}_by_site is
    select
        ${items.join(',\n        ')}
    from ${name}_daily as own
    ${pick(['left join', 'join'])} ${hub} as hub on own.site == hub.id${chance(0.4) ? " and hub.region != 'none'" : ''}
    where own.date is not null;
`;
}

function comparedTable({ name, counts }: Report, other: string): string {
  const [count = 'clicks'] = counts;
  return `table ${name}_compared is
    select
        date,
        site,
        ${name}_daily.${count},
        ${other}_daily.rows as other_rows,
        if(${other}_daily.rows > 0, ${name}_daily.${count} / ${other}_daily.rows, null) as share
    from ${name}_daily
    left join ${other}_daily using (date, site);
`;
}

function upload(table: string, { chance }: Dice): string {
  return chance(0.5)
    ? `upload ${table} to {\n    type: "sql";\n    key: "warehouse";\n    table: "${table}";\n    mode: "append";\n    deadline: "09:30";\n};\n`
    : `upload ${table} to {\n    type: "disk";\n    path: "${table}-{YYYY-MM-DD}.csv";\n    format: "csv";\n};\n`;
}

function hubFile(name: string, { whole, pick }: Dice): string {
  return `# Names and regions of sites, read by many other files.
download ${name}_source from {
    type: "folder";
    pattern: "reference/${name}/*.csv";
    day_of_week: ["${pick(['monday', 'tuesday', 'friday'])}"];
} using {
    id: string not null;
    "Site name": string as label;
    region: string;
    opened: date("dd/MM/YYYY");
    rank: integer;
};

table ${name} is
    select distinct
        id,
        coalesce(label, 'site ' || id) as label,
        upper(substr(region, 1, ${2 + whole(3)})) as region,
        rank < ${1 + whole(100)} ? true : false as important
    from ${name}_source
    where opened <= today();
upload ${name} to { type: "disk"; path: "reference/${name}.csv"; };
`;
}

/**
 * A project of so many files, the same for the same seed: reports with their tables and uploads, about 1.8 kB a file, and
 * hubs. All of it is valid.
 */
export function makeProject(count = 10_000, seed = 11): Project {
  const roll = dice(seeded(seed));
  const hubs: { path: string; table: string; users: string[] }[] = [];
  const files: ProjectFile[] = [];
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const number = String(index).padStart(4, '0');
    const folder = `${roll.pick(FOLDERS)}/${roll.pick(TEAMS)}`;
    if (index % HUB_EVERY === 0) {
      const table = `sites_${number}`;
      const path = `reference/${table}.sbs`;
      hubs.push({ path, table, users: [] });
      files.push({ path, text: hubFile(table, roll) });
      continue;
    }
    const name = `${roll.pick(TOPICS)}_${number}`;
    const report = {
      name,
      texts: roll.some(TEXTS, 2 + roll.whole(5)),
      counts: roll.some(COUNTS, 1 + roll.whole(4)),
      amounts: roll.some(AMOUNTS, 1 + roll.whole(3)),
    };
    const path = `${folder}/${name}.sbs`;
    const parts = [`// ${name}: a report of ${folder}.\n// ${roll.pick(COMMENTS)}\n${download(report, roll)}`];
    parts.push(dailyTable(report, roll));
    const hub = hubs.at(-1);
    if (hub && index % 2 === 1) {
      hub.users.push(path);
      parts.push(joinedTable(report, hub.table, roll), upload(`${name}_by_site`, roll));
    } else parts.push(tieredTable(report, roll), upload(`${name}_tiers`, roll));
    const other = names[names.length - 1 - roll.whole(30)];
    if (other !== undefined && roll.chance(0.2))
      parts.push(
        `/* Against ${other},\n   which has the same content. */\n${comparedTable(report, other)}`,
        upload(`${name}_compared`, roll),
      );
    parts.push(upload(`${name}_daily`, roll));
    names.push(name);
    files.push({ path, text: parts.join('\n') });
  }
  return { files, hubs };
}

/** The account of the simulated month: 20 downloads in three zones, 20 uploads. States a second time what is due, independently of the scheduler. */

export type Declared = {
  readonly name: string;
  readonly timezone: string;
  /** Local hours; 24 and more are on later days. */
  readonly hours: readonly number[];
  /** Days of the week, Sunday 0. */
  readonly weekdays?: readonly number[];
  /** Days of the month; 31 is the last one too. */
  readonly days?: readonly number[];
  readonly repull?: readonly number[];
  readonly lookback: number;
  readonly dated: boolean;
  /** As a script says it. */
  readonly parameters: string;
};

export type DeclaredUpload = { readonly name: string; readonly reads: readonly string[] };

const ZONES = ['America/Los_Angeles', 'Asia/Tokyo', 'UTC'] as const;

type Kind = Omit<Declared, 'name' | 'timezone' | 'lookback' | 'dated'> &
  Partial<Pick<Declared, 'lookback' | 'dated'>> & {
    /** In how many of the zones; in all without. Kinds with many runs take one. */
    readonly zones?: number;
  };

const daily: Kind = { hours: [6], parameters: '' };
const KINDS: readonly Kind[] = [
  daily,
  { hours: [5, 17], zones: 1, parameters: 'hour_of_day: [5, 17];' },
  { hours: [30], parameters: 'delay_hours: 30;' },
  { hours: [8], weekdays: [1, 4], parameters: 'hour_of_day: 8; day_of_week: ["monday", "thursday"];' },
  { hours: [9], days: [1, 15, 31], parameters: 'hour_of_day: 9; day_of_month: [1, 15, 31];' },
  { hours: [10], repull: [1, 3], zones: 1, parameters: 'hour_of_day: 10; repull_days: [1, 3];' },
  { hours: [11], dated: false, parameters: 'hour_of_day: 11;' },
];

const spread: Declared[] = KINDS.flatMap(({ zones = ZONES.length, ...kind }) =>
  ZONES.slice(0, zones).map((timezone) => ({ lookback: 7, dated: true, ...kind, timezone })),
).map((declared, index) => ({ ...declared, name: `s${index}` }));

export const SOURCES: readonly Declared[] = [
  ...spread,
  {
    name: 's17',
    timezone: 'America/Los_Angeles',
    hours: [0, 1, 2],
    lookback: 7,
    dated: true,
    parameters: 'hour_of_day: [0, 1, 2];',
  },
  { name: 's18', timezone: 'UTC', hours: [6], lookback: 1, dated: true, parameters: 'lookback_days: 1;' },
  { name: 's19', timezone: 'America/Los_Angeles', hours: [7], lookback: 7, dated: true, parameters: 'hour_of_day: 7;' },
];

/** The source that fails for a while. */
export const FAILING = 's19';

const READS: readonly (readonly number[])[] = [
  [0],
  [3],
  [4],
  [6],
  [7],
  [10],
  [13],
  [17],
  [18],
  [19],
  [1, 2],
  [0, 13],
  [3, 1],
  [5, 2],
  [19, 0],
  [1, 14],
  [2, 15],
  [6, 16],
  [14],
  [8, 0, 13],
];
export const UPLOADS: readonly DeclaredUpload[] = READS.map((reads, index) => ({
  name: `u${index}`,
  reads: reads.map((source) => `s${source}`),
}));

/** The same as a script. */
export function monthScript(): string {
  const downloads = SOURCES.map(({ name, timezone, dated, parameters }) => {
    const url = `http://127.0.0.1:9/${name}${dated ? '/{YYYY-MM-DD}' : ''}`;
    return `download ${name} from { type: "http"; url: "${url}"; format: "csv"; timezone: "${timezone}"; ${parameters} } using { id: integer; };`;
  });
  const uploads = UPLOADS.map(({ name, reads }) => {
    const dated = reads.some((read) => SOURCES.find((source) => source.name === read)?.dated);
    const to = `{ type: "file"; path: "${name}${dated ? '/{YYYY-MM-DD}' : ''}.csv"; mode: "truncate"; }`;
    const table = reads.length === 1 ? '' : `table t_${name} is union ${reads.join(', ')};\n`;
    return `${table}upload ${reads.length === 1 ? reads[0] : `t_${name}`} as ${name} to ${to};`;
  });
  return [...downloads, ...uploads].join('\n');
}

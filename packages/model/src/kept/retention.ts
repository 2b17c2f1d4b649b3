/** Kinds of data of ended runs that an installation keeps for a time. */
export const RETENTION_KINDS = {
  raw_files: 'raw files of downloads',
  tables: 'loaded rows of downloads',
  results: 'results of uploads',
  samples: 'samples and rejected rows',
  events: 'events',
  units: 'runs that newer ones replaced, and tests',
  archive: 'archived runs',
} as const;

export type RetentionKind = keyof typeof RETENTION_KINDS;

export const isRetentionKind = (name: string): name is RetentionKind => Object.hasOwn(RETENTION_KINDS, name);

/** Days for which each kind is kept; null: for ever. */
export type Retention = Readonly<Record<RetentionKind, number | null>>;

/** Days. Files can be downloaded in the console for 30 days. */
export const MIN_KEPT_DAYS = 30;
export const MAX_KEPT_DAYS = 36_500;
/** Days for which runs stay in lists at least: Home and volumes read those of three months. */
export const MIN_LISTED_DAYS = 90;

/** The fewest days for which a kind may be kept. */
export const minKeptDays = (kind: RetentionKind): number => (kind === 'units' ? MIN_LISTED_DAYS : MIN_KEPT_DAYS);

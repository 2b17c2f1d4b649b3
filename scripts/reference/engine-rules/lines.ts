import { NO_UPLOADS_REASONS } from '@switchboard/server/no-uploads-reason';
import { ERROR_LINES } from './errors.ts';
import { type Line, lineOf } from './line.ts';
import { readLines } from './read-tables.ts';
import { STATUS_LINES } from './statuses.ts';

const NO_UPLOADS_LINES: readonly Line[] = Object.entries(NO_UPLOADS_REASONS).map(([name, reason]) =>
  lineOf('1.4', 'text', reason, name === 'unfinished' ? 'no-uploads-unfinished' : 'no-uploads-cases'),
);

/** Every guarantee of the engine, from the specification and from its own design. */
export const LINES: readonly Line[] = [
  ...STATUS_LINES,
  ...readLines('transfers.md'),
  ...NO_UPLOADS_LINES,
  ...readLines('backfills.md'),
  ...readLines('drafts-and-home.md'),
  ...readLines('design.md'),
  ...ERROR_LINES,
];

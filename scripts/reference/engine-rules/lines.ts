import { UPLOADS_HINTS } from '@switchboard/server/uploads-hint';
import { ERROR_LINES } from './errors.ts';
import { type Line, lineOf } from './line.ts';
import { readLines } from './read-tables.ts';
import { STATUS_LINES } from './statuses.ts';

const HINT_LINES: readonly Line[] = Object.entries(UPLOADS_HINTS).map(([name, hint]) =>
  lineOf('1.4', 'text', hint, name === 'unfinished' ? 'uploads-hint-unfinished' : 'uploads-hint-cases'),
);

/** Everything that the engine carries of the specification and of its own design. */
export const LINES: readonly Line[] = [
  ...STATUS_LINES,
  ...readLines('transfers.md'),
  ...HINT_LINES,
  ...readLines('backfills.md'),
  ...readLines('drafts-and-home.md'),
  ...readLines('design.md'),
  ...ERROR_LINES,
];

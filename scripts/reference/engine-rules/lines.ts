import { BACKFILL_LINES } from './backfills.ts';
import { DESIGN_LINES } from './design.ts';
import { DRAFT_AND_HOME_LINES } from './drafts-and-home.ts';
import { ERROR_LINES } from './errors.ts';
import type { Line } from './line.ts';
import { STATUS_LINES } from './statuses.ts';
import { TRANSFER_LINES } from './transfers.ts';

/** Everything that the engine carries of the specification and of its own design. */
export const LINES: readonly Line[] = [
  ...STATUS_LINES,
  ...TRANSFER_LINES,
  ...BACKFILL_LINES,
  ...DRAFT_AND_HOME_LINES,
  ...DESIGN_LINES,
  ...ERROR_LINES,
];

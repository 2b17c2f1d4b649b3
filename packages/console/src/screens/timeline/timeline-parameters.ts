import { PURPOSES } from '@switchboard/model/status/status';
import { choice, choices, day, text } from '../../lib/address/url-state.ts';

/** The states by which units are chosen. */
export const UNIT_STATES = ['late', 'failed', 'running', 'waiting', 'done'] as const;

/** The query parameters of /pipeline/timeline. Without a day it is today, or the latest complete report date. */
export const TIMELINE_PARAMETERS = {
  day,
  by: choice(['time', 'report_date'], 'time'),
  groupBy: choice(['declaration', 'worker'], 'declaration'),
  view: choice(['auto', 'timeline', 'list'], 'auto'),
  state: choice(['all', ...UNIT_STATES], 'all'),
  purpose: choices(PURPOSES),
  search: text,
  unit: text,
};

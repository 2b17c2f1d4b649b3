import { HEALTH_LEVELS } from '@switchboard/model/status/health';
import { choice, choices, day, text } from '../../lib/address/url-state.ts';

/** The least serious level that is shown, the most serious first: the more serious ones are shown, too. */
export const LEVELS = HEALTH_LEVELS.toReversed();
export const TYPES = ['download', 'upload'] as const;

/** The query parameters of Home, of the account or of all accounts of the person. No type means both. */
export const HOME_PARAMETERS = {
  search: text,
  groupBy: choice(['status', 'project'], 'status'),
  type: choices(TYPES),
  status: choice(LEVELS, 'Working'),
  scope: choice(['account', 'all'], 'account'),
};

/** Tabs of the lower part of the details of a day. */
export const ACTIVITIES = ['runs', 'events'] as const;

/** The query parameters of /homepage-details. Without a day it is today. */
export const HOME_DETAILS_PARAMETERS = {
  name: text,
  type: text,
  day,
  show: choice(ACTIVITIES, 'runs'),
};

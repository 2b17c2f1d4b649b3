import { choice } from '../../lib/address/url-state.ts';

/** Incidents by the work on them; `open` are all that are not snoozed. */
export const WORK_FILTERS = ['open', 'unacknowledged', 'mine', 'snoozed'] as const;

/** The query parameters of /incidents: the incidents of the account, or of all accounts of the person, by the work on them. */
export const INCIDENTS_PARAMETERS = {
  scope: choice(['account', 'all'], 'account'),
  work: choice(WORK_FILTERS, 'open'),
};

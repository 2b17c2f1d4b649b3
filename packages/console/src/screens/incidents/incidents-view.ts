import { choice } from '../../lib/address/url-state.ts';

/** The query parameters of /incidents: the incidents of the account, or of all accounts of the person. */
export const INCIDENTS_PARAMETERS = { scope: choice(['account', 'all'], 'account') };

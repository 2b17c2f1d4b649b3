import { choice, type ParameterSet } from '../../lib/address/url-state.ts';

/** The query parameters that /admin reads. */
export const ADMIN_PARAMETERS = {
  currentTab: choice(['accounts', 'users', 'deactivated', 'installation'], 'accounts'),
} satisfies ParameterSet;

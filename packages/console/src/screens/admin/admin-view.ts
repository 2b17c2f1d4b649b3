import { choice, type ParameterSet } from '../../lib/url-state.ts';

/** The query parameters that /admin reads. */
export const ADMIN_PARAMETERS = {
  currentTab: choice(['accounts', 'users', 'installation'], 'accounts'),
} satisfies ParameterSet;

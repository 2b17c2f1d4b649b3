import { choice, type ParameterSet } from '../../lib/address/url-state.ts';

/** The query parameters of /users/{id}. */
export const USER_PARAMETERS = {
  currentTab: choice(['accounts', 'identities'], 'accounts'),
} satisfies ParameterSet;

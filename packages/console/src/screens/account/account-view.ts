import { choice, list, type ParameterSet, text } from '../../lib/address/url-state.ts';

/** The query parameters of /{url_name}/users. */
export const ACCOUNT_PARAMETERS = {
  currentTab: choice(['users', 'roles', 'settings'], 'users'),
  /** Names of roles, by one of which users are filtered. */
  roles: list,
  nameOrEmail: text,
} satisfies ParameterSet;

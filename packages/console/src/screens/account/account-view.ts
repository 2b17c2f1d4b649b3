import { ROLES } from '@switchboard/model/permissions';
import { choice, choices, type ParameterSet, text } from '../../lib/address/url-state.ts';

/** The query parameters of /{url_name}/users. */
export const ACCOUNT_PARAMETERS = {
  currentTab: choice(['users', 'settings'], 'users'),
  roles: choices(ROLES),
  nameOrEmail: text,
} satisfies ParameterSet;

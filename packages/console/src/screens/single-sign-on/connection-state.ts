import { DAY_MS } from '@switchboard/model/schedule/schedule';
import type { StatusTone } from '@switchboard/model/status/status';
import type { SsoFactsFragment } from '../../api/generated/graphql.ts';
import type { Connection } from './connection-form.ts';

type State = { readonly tone: StatusTone; readonly label: string };

const EXPIRY_WARNING_DAYS = 30;

/** How far a connection is set up. */
export function connectionState(connection: Connection): State {
  if (!connection.is_set_up) return { tone: 'warning', label: 'Needs metadata' };
  if (!connection.enabled) return { tone: 'inactive', label: 'Disabled' };
  if (connection.sso_only) return { tone: 'completed', label: 'Required' };
  if (connection.first_used === null) return { tone: 'inactive', label: 'Not used yet' };
  return { tone: 'completed', label: 'In use' };
}

/** Whether a certificate of a provider should be renewed. */
export function certificateState(expires: string, now: number): State {
  const days = Math.ceil((Date.parse(expires) - now) / DAY_MS);
  if (days <= 0) return { tone: 'error', label: 'Expired' };
  if (days <= EXPIRY_WARNING_DAYS) return { tone: 'warning', label: `Expires in ${days} days` };
  return { tone: 'completed', label: 'Valid until' };
}

/** The steps that are missing before single sign-on can be the only way. */
export function missingForOnly(connection: Connection, facts: SsoFactsFragment): readonly string[] {
  return [
    ...(connection.enabled ? [] : ['Enable the connection.']),
    ...(connection.first_used === null ? ['Sign in through the connection once, to see that it works.'] : []),
    ...(facts.domains.some(({ verified }) => verified !== null) ? [] : ['Verify a mail domain.']),
    ...(facts.break_glass.length > 0
      ? []
      : ['Choose a break-glass administrator who has a password and a second factor.']),
  ];
}

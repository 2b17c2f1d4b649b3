import { SIGN_IN_PATH } from '../oidc-provider.ts';
import type { SsoKind } from './connection-settings.ts';

export const SSO_PATH = `${SIGN_IN_PATH}/sso`;

/** Addresses of a connection. Each has its own, so that the answer of one provider cannot stand for that of another. */
export type SsoAddresses = {
  readonly signIn: string;
  readonly callback: string;
  /** Null for OIDC. */
  readonly entityId: string | null;
};

export function ssoAddresses(
  publicUrl: string,
  { id, kind }: { readonly id: string; readonly kind: SsoKind },
): SsoAddresses {
  const signIn = `${publicUrl}${SSO_PATH}/${id}`;
  return kind === 'OIDC'
    ? { signIn, callback: `${signIn}/callback`, entityId: null }
    : { signIn, callback: `${signIn}/acs`, entityId: `${signIn}/metadata` };
}

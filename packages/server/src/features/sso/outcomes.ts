import type { SsoProblem } from '../../identity/sso/connection-settings.ts';

/** Result of changing how people sign in. */
export type SsoOutcome =
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'invalid'; readonly problems: readonly SsoProblem[] };

export const MISSING = { kind: 'missing' } as const;
export const refused = (reason: string): SsoOutcome => ({ kind: 'refused', reason });

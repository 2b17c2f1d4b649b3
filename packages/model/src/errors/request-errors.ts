import type { ErrorRow } from './error-row.ts';

/** Errors that answer requests. */
export const REQUEST_ERRORS = {
  INVALID_TOKEN: {
    text: 'Your session has ended. Sign in again.',
    class: 'permanent',
    severity: 'info',
    http: 401,
  },
  EMAIL_NOT_RECOGNIZED: {
    text: 'You do not have access to any accounts in Switchboard.',
    class: 'permanent',
    severity: 'info',
    http: 401,
  },
  EMAIL_NOT_AUTHORIZED: {
    text: 'Not authorized',
    class: 'permanent',
    severity: 'info',
    http: 403,
  },
  SIGN_IN_FAILED: {
    text: 'The email or the password is not correct. Try again, or reset the password.',
    class: 'permanent',
    severity: 'info',
    http: 401,
  },
  SIGN_IN_SSO_ONLY: {
    text: 'Your company requires single sign-on. Choose "Use single sign-on" to sign in.',
    class: 'permanent',
    severity: 'info',
    http: 401,
  },
  SIGN_IN_CODE_FAILED: {
    text: 'The code is not correct, or was used before. Wait for the next code of the app, or enter a recovery code.',
    class: 'permanent',
    severity: 'info',
    http: 401,
  },
  SIGN_IN_PASSKEY_FAILED: {
    text: 'The passkey was not accepted. Try again, or sign in another way.',
    class: 'permanent',
    severity: 'info',
    http: 401,
  },
  SIGN_IN_LOCKED: {
    text: 'Too many failed attempts. Try again after {time} UTC.',
    class: 'permanent',
    severity: 'warn',
    http: 429,
  },
  SIGN_IN_CROWDED: {
    text: 'Too many attempts to sign in came from your network. Try again after {time} UTC.',
    class: 'permanent',
    severity: 'warn',
    http: 429,
  },
  SIGN_IN_EXPIRED: {
    text: 'This sign-in page has expired. Open the console again to sign in.',
    class: 'permanent',
    severity: 'info',
    http: 400,
  },
  RESET_EXPIRED: {
    text: 'This link has expired or was used. Request another one: Reset password in the user menu of the console.',
    class: 'permanent',
    severity: 'info',
    http: 400,
  },
  FACTOR_LINK_EXPIRED: {
    text: 'This link has expired or was used. Sign in again for another one.',
    class: 'permanent',
    severity: 'info',
    http: 400,
  },
  NOT_ALLOWED: {
    text: 'You do not have access to this.',
    class: 'permanent',
    severity: 'info',
    http: 403,
  },
  NOT_FOUND: {
    text: 'There is nothing here.',
    class: 'permanent',
    severity: 'info',
    http: 404,
  },
  RATE_LIMITED: {
    text: 'Too many requests. Try again in {seconds} seconds.',
    class: 'transient',
    severity: 'info',
    http: 429,
  },
  EXPORTS_BUSY: {
    text: '{limit} exports of this account are already running. Wait until one ends, or cancel it.',
    class: 'transient',
    severity: 'info',
    http: 429,
  },
  TOO_LARGE: {
    text: 'The request is too large. Send less at once.',
    class: 'permanent',
    severity: 'info',
    http: 413,
  },
  UNKNOWN_SERVER_ERROR: {
    text: 'Unknown server error.',
    class: 'internal',
    http: 500,
  },
  BAD_REQUEST: {
    text: '{reason}',
    class: 'permanent',
    severity: 'info',
    http: 400,
  },
  UNAVAILABLE: {
    text: 'The service is starting or its database is unavailable. Try again shortly.',
    class: 'transient',
    severity: 'warn',
    http: 503,
  },
  OVERLOADED: {
    text: 'Switchboard has more requests than it can answer at once. Try again in {seconds} s.',
    class: 'transient',
    severity: 'warn',
    http: 503,
  },
  MAINTENANCE: {
    text: 'Switchboard is being upgraded. Try again in a few minutes.',
    class: 'transient',
    severity: 'info',
    http: 503,
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;

import { number } from './setting-schemas.ts';

/** How long people whom the embedded OpenID provider signs in stay signed in. */
export const SESSION_SETTINGS = {
  SESSION_HOURS: {
    doc: 'Hours after which people whom the embedded OpenID provider signed in sign in again, however active they are.',
    fallback: '168',
    schema: number(1, 8_760),
  },
  SESSION_IDLE_MINUTES: {
    doc: 'Minutes without a request after which they sign in again.',
    fallback: '1440',
    schema: number(2, 525_600),
  },
  ADMIN_SESSION_HOURS: {
    doc: 'As `SESSION_HOURS`, of administrators: people who hold a role in all accounts, or one that reads the audit log or changes who must approve.',
    fallback: '12',
    schema: number(1, 8_760),
  },
  ADMIN_SESSION_IDLE_MINUTES: {
    doc: 'As `SESSION_IDLE_MINUTES`, of administrators.',
    fallback: '60',
    schema: number(2, 525_600),
  },
  SIGNING_KEY_DAYS: {
    doc: 'Days after which the embedded OpenID provider makes a new key that signs tokens. See docs/operations.md.',
    fallback: '90',
    schema: number(1, 3_650),
  },
} as const;

import { SEALED_ACCOUNT_KEYS } from '../identity/account-keys/store-account-key.ts';
import { SEALED_APPS } from '../identity/factors/authenticator-app.ts';
import { SEALED_KEYS } from '../identity/keys/open-key.ts';
import type { SealedColumn } from '../identity/master-keys/sealed-column.ts';
import { SEALED_PAYLOADS } from '../identity/oidc-adapter.ts';
import { SEALED_SIGNING_KEYS } from '../identity/signing-keys.ts';
import { SEALED_CONNECTIONS } from '../identity/sso/store-connection.ts';
import { SEALED_STREAMS } from '../pipeline/audit-streams/store-stream.ts';
import { SEALED_INTEGRATIONS } from '../pipeline/notices/integration-secrets.ts';

/** Everything in the database that a master key opens. Signing keys come last: the start of each program opens them. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_KEYS,
  SEALED_INTEGRATIONS,
  SEALED_STREAMS,
  SEALED_CONNECTIONS,
  SEALED_ACCOUNT_KEYS,
  SEALED_APPS,
  SEALED_PAYLOADS,
  SEALED_SIGNING_KEYS,
];

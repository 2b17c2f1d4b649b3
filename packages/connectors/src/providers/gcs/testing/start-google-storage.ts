import { startGoogleStandIn } from '../../../testing/google/stand-in.ts';
import { createStorageApi } from './storage.ts';

export type GoogleStorage = Awaited<ReturnType<typeof startGoogleStorage>>;

/** A stand-in of Google with its storage and one bucket, `files`, by the clock of this machine. */
export async function startGoogleStorage() {
  const storage = createStorageApi();
  const google = await startGoogleStandIn(storage);
  google.clock.now = Date.now();
  storage.createBucket('files');
  const accountOf = (fields: Readonly<Record<string, string>> = {}): string =>
    String(google.tokens.key(fields).properties['service_account_json']);
  return {
    ...google,
    storage,
    /** JSON of service accounts: of one that may do anything, and of one that may do nothing. */
    account: accountOf(),
    denied: accountOf({ client_email: 'denied@acme.example' }),
  };
}

import { expect, it } from 'vitest';
import { KEY_PROBLEMS } from './key-types/key-problems.ts';

/** Texts in the order of the specification. */
const TEXTS =
  'name already used; charset not valid; port inaccessible; database does not exist; invalid dialect; invalid charset; required field for SQL connection; incorrect user, password or database; incorrect user or password; unknown host; incorrect RSA key; malformed RSA key; required field for SSL connection; either password or RSA key must be defined; required field for SSH connection; cannot define both password and RSA key; SSL hostname mismatch; SSL certificate expired; not yet valid; invalid client certificate; invalid server CA certificate; invalid client key; SSL certificate failed verification; invalid server CA certificate: not an RSA key; certificate verification failed; problem with the SSH tunnel; connection timed out for these settings; problem creating the credential';

it('each text of the specification belongs to a typeId', { tags: 'spec:key-error-texts' }, () => {
  const ours = Object.values(KEY_PROBLEMS).map((text) => text.replace(/\.$/, '').toLowerCase());
  const missing = TEXTS.split('; ')
    .map((text) => (text === 'not yet valid' ? 'ssl certificate not yet valid' : text.toLowerCase()))
    .filter((text) => !ours.includes(text));
  expect(missing).toEqual([]);
});

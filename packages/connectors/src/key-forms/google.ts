import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { googleSourceFailure } from '../google/google-failure.ts';
import { obtainToken } from '../google/obtain-token.ts';
import { openServiceAccount } from '../google/service-account.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

/** Every service account may ask who it is. */
const SCOPE = 'https://www.googleapis.com/auth/userinfo.email';

/**
 * Obtains a token, whatever was obtained earlier: it proves the account, its private key, and that Google knows both.
 * Throws SOURCE_AUTH_FAILED, SOURCE_UNREACHABLE and the like.
 */
export async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  try {
    await obtainToken(openServiceAccount(key, context.egress), SCOPE, key, context);
  } catch (error) {
    const translated = googleSourceFailure(error, { name: key.name, key: key.name, place: 'token' });
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}

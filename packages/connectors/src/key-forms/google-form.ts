import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { googleSourceFailure } from '../google/google-failure.ts';
import { obtainToken } from '../google/obtain-token.ts';
import { openServiceAccount } from '../google/service-account.ts';
import type { KeyFormCode } from '../key-fields/key-form-code.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

export const keyForm: KeyFormCode = {
  name: 'google',
  verify,
  problems: {
    GOOGLE_PRIVATE_KEY_MISSING: ['private_key_missing', 'service_account_json'],
    GOOGLE_PRIVATE_KEY_MALFORMED: ['malformed_rsa_key', 'service_account_json'],
    GOOGLE_PRIVATE_KEY_REJECTED: ['incorrect_rsa_key', 'service_account_json'],
    GOOGLE_ACCOUNT_UNKNOWN: ['unknown_service_account', 'service_account_json'],
    GOOGLE_TOKEN_ADDRESS: ['token_address_not_allowed', 'service_account_json'],
  },
};

/** Every service account may ask who it is. */
const SCOPE = 'https://www.googleapis.com/auth/userinfo.email';

/**
 * Obtains a token, whatever was obtained earlier: it proves the account, its private key, and that Google knows both.
 * Throws SOURCE_AUTH_FAILED, SOURCE_UNREACHABLE and the like.
 */
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  try {
    await obtainToken(openServiceAccount(key, context.egress), SCOPE, key, context);
  } catch (error) {
    const translated = googleSourceFailure(error, { name: key.name, key: key.name, place: 'token' });
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}

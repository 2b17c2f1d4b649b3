import type { PipelineError } from '@switchboard/model';
import { codeOf } from './network-error.ts';
import type { KeyType } from './spec.ts';
import type { KeyProblem } from './verify.ts';

/** What a server's, a TLS or a socket's error code says about a key: the fields it may lie in, the likeliest first. */
const PROBLEMS: Readonly<Record<string, readonly [message: string, ...fields: string[]]>> = {
  '28P01': ['Incorrect user or password.', 'password', 'token'],
  '28000': ['Incorrect user, password or database.', 'user'],
  '3D000': ['Database does not exist.', 'db_name'],
  InvalidAccessKeyId: ['Unknown access key.', 'aws_access_key_id'],
  SignatureDoesNotMatch: ['Incorrect secret access key.', 'aws_secret_access_key'],
  ENOTFOUND: ['Unknown host.', 'host', 'verify_url', 'endpoint'],
  EAI_AGAIN: ['Unknown host.', 'host', 'verify_url'],
  ECONNREFUSED: ['Port inaccessible.', 'port', 'verify_url', 'endpoint'],
  EHOSTUNREACH: ['Port inaccessible.', 'port', 'verify_url'],
  ETIMEDOUT: ['Connection timed out for these settings.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['SSL hostname mismatch.', 'host', 'verify_url'],
  CERT_HAS_EXPIRED: ['SSL certificate expired.'],
  CERT_NOT_YET_VALID: ['SSL certificate not yet valid.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['SSL certificate failed verification.', 'server_ca_pem'],
  SELF_SIGNED_CERT_IN_CHAIN: ['SSL certificate failed verification.', 'server_ca_pem'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['SSL certificate failed verification.', 'server_ca_pem'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['SSL certificate failed verification.', 'server_ca_pem'],
};

/** The failure of a trial in the words of the key form, at the field it most likely lies in. */
export function problemOf(error: PipelineError, type: KeyType): KeyProblem {
  const has = (field: string): boolean => type.fields.some((known) => known.name === field);
  for (let cause: unknown = error.cause; cause !== undefined && cause !== null; cause = causeOf(cause)) {
    const [message, ...fields] = PROBLEMS[codeOf(cause)] ?? [];
    if (message !== undefined) return { field: fields.find(has) ?? null, message };
  }
  if (error.code === 'SOURCE_REFUSED')
    return { field: ['token', 'password'].find(has) ?? null, message: error.message };
  if (error.code === 'HOST_NOT_ALLOWED')
    return { field: ['verify_url', 'host', 'endpoint'].find(has) ?? null, message: error.message };
  return { field: null, message: error.message };
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

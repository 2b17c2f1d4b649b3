import type { PipelineError } from '@switchboard/model/errors/errors';
import { type KeyProblem, keyProblem } from '@switchboard/model/key-types/key-problems';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import type { KeyProblemsByCode } from '../key-fields/key-form-code.ts';
import { codeOf } from '../network/network-error.ts';

/** Problems of TLS and sockets, which keys of every form may have. */
const PROBLEMS: KeyProblemsByCode = {
  ENOTFOUND: ['unknown_host', 'host', 'verify_url', 'endpoint', 'service_account_json'],
  EAI_AGAIN: ['unknown_host', 'host', 'verify_url'],
  ECONNREFUSED: ['port_inaccessible', 'port', 'verify_url', 'endpoint', 'service_account_json'],
  EHOSTUNREACH: ['port_inaccessible', 'port', 'verify_url'],
  ETIMEDOUT: ['connection_timed_out'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['ssl_hostname_mismatch', 'host', 'verify_url'],
  CERT_HAS_EXPIRED: ['ssl_certificate_expired'],
  CERT_NOT_YET_VALID: ['ssl_certificate_not_yet_valid'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['ssl_verification_failed', 'server_ca_pem'],
  SELF_SIGNED_CERT_IN_CHAIN: ['ssl_verification_failed', 'server_ca_pem'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['ssl_verification_failed', 'server_ca_pem'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['ssl_verification_failed', 'server_ca_pem'],
  CERT_SIGNATURE_FAILURE: ['certificate_verification_failed', 'server_ca_pem'],
  CERT_REVOKED: ['certificate_verification_failed'],
  INVALID_CA: ['certificate_verification_failed', 'server_ca_pem'],
  INVALID_PURPOSE: ['certificate_verification_failed'],
  PATH_LENGTH_EXCEEDED: ['certificate_verification_failed'],
  CERT_CHAIN_TOO_LONG: ['certificate_verification_failed'],
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: ['invalid_client_certificate', 'client_cert_pem'],
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: ['invalid_client_certificate', 'client_cert_pem'],
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: ['invalid_client_certificate', 'client_cert_pem'],
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: ['invalid_client_certificate', 'client_cert_pem'],
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: ['invalid_client_certificate', 'client_cert_pem'],
};

/**
 * The failure of a verification as a problem of the key, at the field that it most likely lies in.
 * @param ofForm what the servers of its form report
 */
export function translateProblem(error: PipelineError, type: KeyType, ofForm: KeyProblemsByCode): KeyProblem {
  const firstOf = (names: readonly string[]) =>
    names.flatMap((name) => type.fields.find((field) => field.name === name) ?? [])[0] ?? null;
  for (let cause: unknown = error.cause; cause !== undefined && cause !== null; cause = causeOf(cause)) {
    const code = codeOf(cause);
    const [typeId, ...names] = ofForm[code] ?? PROBLEMS[code] ?? [];
    if (typeId !== undefined) return keyProblem(typeId, firstOf(names), cause instanceof Error ? cause.message : '');
  }
  switch (error.code) {
    case 'SOURCE_AUTH_FAILED':
      return keyProblem('rejected', type.fields.find(({ secret }) => secret) ?? null, error.unsavedMessage);
    case 'HOST_NOT_ALLOWED':
    case 'KEY_FOR_OTHER_HOST':
    case 'KEY_HOST_NOT_ALLOWED':
      return keyProblem(
        'host_not_allowed',
        firstOf(['verify_url', 'host', 'endpoint', 'service_account_json']),
        error.message,
      );
    case 'KEY_NOT_SUPPORTED':
      return keyProblem('not_supported', null, error.message);
    default:
      // Saving a key is not tried again.
      return keyProblem('rejected', null, error.unsavedMessage);
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

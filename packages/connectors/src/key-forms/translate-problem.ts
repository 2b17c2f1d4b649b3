import type { PipelineError } from '@switchboard/model/errors/errors';
import { type KeyProblem, type KeyProblemId, keyProblem } from '@switchboard/model/key-types/key-problems';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { codeOf } from '../network/network-error.ts';

/** The problem of a key by the error code of a server, TLS or a socket, with the fields at fault, the likeliest first. */
const PROBLEMS: Readonly<Record<string, readonly [typeId: KeyProblemId, ...fields: string[]]>> = {
  '28P01': ['incorrect_user_or_password', 'password'],
  '28000': ['incorrect_user_password_or_database', 'user'],
  '3D000': ['database_does_not_exist', 'db_name'],
  ER_ACCESS_DENIED_ERROR: ['incorrect_user_or_password', 'password'],
  ER_DBACCESS_DENIED_ERROR: ['incorrect_user_password_or_database', 'db_name'],
  ER_BAD_DB_ERROR: ['database_does_not_exist', 'db_name'],
  MSSQL_18456: ['incorrect_user_or_password', 'password'],
  MSSQL_4060: ['incorrect_user_password_or_database', 'db_name'],
  CLICKHOUSE_LOGIN: ['incorrect_user_or_password', 'password'],
  CLICKHOUSE_81: ['database_does_not_exist', 'database'],
  SQL_CHARSET: ['invalid_charset', 'charset'],
  SQL_CLIENT_CERTIFICATE: ['invalid_client_certificate', 'client_cert_pem'],
  SQL_CLIENT_KEY: ['invalid_client_key', 'client_key_pem'],
  SQL_SERVER_CA: ['invalid_server_ca_certificate', 'server_ca_pem'],
  SQL_SERVER_CA_EXPIRED: ['ssl_certificate_expired', 'server_ca_pem'],
  SQL_SERVER_CA_NOT_YET_VALID: ['ssl_certificate_not_yet_valid', 'server_ca_pem'],
  SQL_SERVER_CA_NOT_RSA: ['server_ca_not_rsa', 'server_ca_pem'],
  SQL_NO_SSL: ['ssl_not_supported', 'ssl'],
  SQL_SSL_REQUIRED: ['ssl_required', 'ssl'],
  InvalidAccessKeyId: ['unknown_access_key', 'aws_access_key_id'],
  SignatureDoesNotMatch: ['incorrect_secret_access_key', 'aws_secret_access_key'],
  AZURE_ACCOUNT_KEY: ['incorrect_account_key', 'account_key'],
  AZURE_SAS_TOKEN: ['sas_token_rejected', 'sas_token'],
  AZURE_ACCOUNT_UNKNOWN: ['unknown_host', 'account_name'],
  ContainerNotFound: ['container_does_not_exist', 'container'],
  GOOGLE_PRIVATE_KEY_MISSING: ['private_key_missing', 'service_account_json'],
  GOOGLE_PRIVATE_KEY_MALFORMED: ['malformed_rsa_key', 'service_account_json'],
  GOOGLE_PRIVATE_KEY_REJECTED: ['incorrect_rsa_key', 'service_account_json'],
  GOOGLE_ACCOUNT_UNKNOWN: ['unknown_service_account', 'service_account_json'],
  GOOGLE_TOKEN_ADDRESS: ['token_address_not_allowed', 'service_account_json'],
  SNOWFLAKE_PRIVATE_KEY: ['malformed_rsa_key', 'private_key'],
  SNOWFLAKE_PASSPHRASE: ['incorrect_passphrase', 'private_key_passphrase'],
  SNOWFLAKE_KEY_PAIR: ['rejected', 'private_key'],
  SNOWFLAKE_TOKEN: ['rejected', 'token'],
  SNOWFLAKE_ACCOUNT_UNKNOWN: ['unknown_host', 'account'],
  SSH_LOGIN: ['incorrect_user_or_password', 'password'],
  SSH_PRIVATE_KEY: ['incorrect_rsa_key', 'pem_value'],
  SSH_MALFORMED_KEY: ['malformed_rsa_key', 'pem_value'],
  SSH_PASSPHRASE: ['incorrect_passphrase', 'passphrase'],
  SSH_NO_PASSPHRASE: ['passphrase_required', 'passphrase'],
  SSH_SHA1: ['sha1_not_acknowledged', 'use_sha1'],
  SSH_HOST_KEY: ['host_key_changed', 'host_fingerprint'],
  FTP_LOGIN: ['incorrect_user_or_password', 'password'],
  FTP_WITHOUT_TLS: ['tls_not_offered', 'tls_mode'],
  FTP_NEEDS_TLS: ['tls_required', 'tls_mode'],
  TUNNEL_NOT_ALLOWED: ['host_not_allowed', 'ssh_tunnel_host'],
  TUNNEL_UNKNOWN_HOST: ['unknown_host', 'ssh_tunnel_host'],
  TUNNEL_PORT: ['port_inaccessible', 'ssh_tunnel_port'],
  TUNNEL_LOGIN: ['incorrect_user_or_password', 'ssh_tunnel_password'],
  TUNNEL_PRIVATE_KEY: ['incorrect_rsa_key', 'ssh_tunnel_rsa_key'],
  TUNNEL_MALFORMED_KEY: ['malformed_rsa_key', 'ssh_tunnel_rsa_key'],
  TUNNEL_PASSPHRASE: ['incorrect_passphrase', 'ssh_tunnel_passphrase'],
  TUNNEL_NO_PASSPHRASE: ['passphrase_required', 'ssh_tunnel_passphrase'],
  TUNNEL_SHA1: ['sha1_not_acknowledged', 'ssh_tunnel_use_sha1'],
  TUNNEL_HOST_KEY: ['host_key_changed', 'ssh_tunnel_host_fingerprint'],
  TUNNEL_TIMEOUT: ['connection_timed_out'],
  TUNNEL_TARGET_UNKNOWN: ['unknown_host', 'host'],
  TUNNEL_TARGET_PORT: ['port_inaccessible', 'port'],
  TUNNEL_FAILED: ['ssh_tunnel_failed', 'ssh_tunnel_host'],
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

/** The failure of a verification as a problem of the key form, at the field that it most likely lies in. */
export function translateProblem(error: PipelineError, type: KeyType): KeyProblem {
  const firstOf = (names: readonly string[]) =>
    names.flatMap((name) => type.fields.find((field) => field.name === name) ?? [])[0] ?? null;
  for (let cause: unknown = error.cause; cause !== undefined && cause !== null; cause = causeOf(cause)) {
    const [typeId, ...names] = PROBLEMS[codeOf(cause)] ?? [];
    if (typeId !== undefined) return keyProblem(typeId, firstOf(names), cause instanceof Error ? cause.message : '');
  }
  switch (error.code) {
    case 'SOURCE_AUTH_FAILED':
      return keyProblem('rejected', type.fields.find(({ secret }) => secret) ?? null, error.unsavedMessage);
    case 'HOST_NOT_ALLOWED':
    case 'KEY_FOR_OTHER_HOST':
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

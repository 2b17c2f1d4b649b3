import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../key-fields/field-text.ts';
import { SqlKeyError, type SqlKeyErrorCode } from '../key-fields/sql-key-error.ts';
import { codeOf } from '../network/network-error.ts';
import type { KeyProperties } from '../spec.ts';

/** How a connection is encrypted. The server's certificate is always verified, by `ca` or by the well-known authorities. */
export type SqlTls = {
  readonly rejectUnauthorized: true;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
};

/**
 * The SSL fields of a key; null when it asks for none. Certificates imply SSL.
 * Throws PARAMETER_INVALID, with SqlKeyError as its cause, for certificates and keys that cannot be read or do not fit.
 */
export function readTls(key: KeyProperties): SqlTls | null {
  const ca = fieldText(key, 'server_ca_pem');
  const cert = fieldText(key, 'client_cert_pem');
  const clientKey = fieldText(key, 'client_key_pem');
  const refuse = (parameter: string, code: SqlKeyErrorCode, reason: string, cause?: unknown): never => {
    const failure = new SqlKeyError(code, reason, cause);
    throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter, reason }, { cause: failure });
  };
  const readWith = <Read>(read: () => Read, parameter: string, code: SqlKeyErrorCode, reason: string): Read => {
    try {
      return read();
    } catch (error) {
      return refuse(parameter, code, reason, error);
    }
  };
  if (ca !== undefined)
    readWith(() => new X509Certificate(ca), 'server_ca_pem', 'SQL_SERVER_CA', 'is not a certificate');
  const certificate: X509Certificate | undefined =
    cert === undefined
      ? undefined
      : readWith(() => new X509Certificate(cert), 'client_cert_pem', 'SQL_CLIENT_CERTIFICATE', 'is not a certificate');
  const privateKey: KeyObject | undefined =
    clientKey === undefined
      ? undefined
      : readWith(
          () => createPrivateKey(clientKey),
          'client_key_pem',
          'SQL_CLIENT_KEY',
          'is not a private key without a passphrase',
        );
  if (certificate !== undefined && privateKey !== undefined && !certificate.checkPrivateKey(privateKey))
    refuse('client_key_pem', 'SQL_CLIENT_KEY', 'belongs to another certificate than client_cert_pem');
  const options = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
  };
  const { ssl } = key.properties;
  const isEncrypted = Object.keys(options).length > 0 || ssl === true || ssl === 'true';
  return isEncrypted ? { rejectUnauthorized: true, ...options } : null;
}

/** Verification errors of OpenSSL by its text, for a driver that replaces the code of the error by its own. */
const CODES_BY_TEXT: readonly (readonly [text: RegExp, code: string])[] = [
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/certificate is not yet valid/, 'CERT_NOT_YET_VALID'],
  [/does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/self-signed certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self-signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to verify the first certificate/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/unable to get (?:local )?issuer certificate/, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [/certificate signature failure/, 'CERT_SIGNATURE_FAILURE'],
  [
    /alert (?:unknown ca|bad certificate|certificate (?:required|expired|unknown))/,
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  ],
];

/** The code of a TLS error by its text, or ''. */
export const tlsCodeOf = (text: string): string => CODES_BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? '';

/** Codes of certificates that were verified with an authority and failed. */
const UNVERIFIED: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
]);

/**
 * Finds a fault in the key's authority after a server's certificate failed verification with it; null for none, so that
 * the server's certificate is at fault. An authority without an RSA key is accepted as long as it verifies.
 * @param now epoch milliseconds
 */
export function authorityFault(error: unknown, tls: SqlTls | null, now: number): SqlKeyError | null {
  if (tls?.ca === undefined || !causesOf(error).some((cause) => UNVERIFIED.has(codeOf(cause)))) return null;
  const authority = new X509Certificate(tls.ca);
  if (authority.publicKey.asymmetricKeyType !== 'rsa')
    return new SqlKeyError('SQL_SERVER_CA_NOT_RSA', 'the authority has no RSA key', error);
  if (Date.parse(authority.validTo) < now)
    return new SqlKeyError('SQL_SERVER_CA_EXPIRED', 'the certificate of the authority has expired', error);
  if (Date.parse(authority.validFrom) > now)
    return new SqlKeyError('SQL_SERVER_CA_NOT_YET_VALID', 'the certificate of the authority is not valid yet', error);
  return null;
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && cause !== null; cause = cause instanceof Error ? cause.cause : null)
    causes.push(cause);
  return causes;
}

/** Why a connection to a customer's endpoint failed, before a source or a destination translates it into its own error. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: 'unreachable' | 'silent';
  readonly host: string;
  /** Plain words: "unknown host", "the connection was refused". */
  readonly reason: string;
  /** For `silent`: how long nothing came, in seconds. */
  readonly seconds: number;
  /** Bytes of an answer's body that had come, whether read or not. */
  readonly bytes: number;

  constructor(
    kind: 'unreachable' | 'silent',
    host: string,
    reason: string,
    options: { readonly seconds?: number; readonly bytes?: number; readonly cause?: unknown } = {},
  ) {
    super(`${host}: ${reason}`, { cause: options.cause });
    this.kind = kind;
    this.host = host;
    this.reason = reason;
    this.seconds = options.seconds ?? 0;
    this.bytes = options.bytes ?? 0;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name could not be looked up just now',
  EAI_NODATA: 'unknown host',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed by the other side',
  EPIPE: 'the connection was closed by the other side',
  UND_ERR_SOCKET: 'the connection was closed by the other side',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate failed verification (self-signed)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate failed verification (self-signed authority)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate failed verification (unknown authority)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate failed verification (unknown authority)',
  EPROTO: 'it does not speak TLS as expected',
};

/** The `code` of a Node, TLS or undici error, or ''. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

const UNVERIFIED = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** Whether a connection failed because the certificate of the server could not be verified. */
export const isUnverified = ({ cause }: NetworkError): boolean => UNVERIFIED.has(codeOf(cause));

/** Plain words for a socket or TLS failure; never the driver's own text, which may hold addresses of our network. */
export function networkReason(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith('ERR_SSL_')) return 'it does not speak TLS as expected';
  if (error instanceof Error && error.name === 'HTTPParserError') return 'it does not answer in HTTP';
  return REASONS[code] ?? (code === '' ? 'the connection failed' : `the connection failed (${code})`);
}

/** A socket's or TLS failure as a NetworkError; `bytes` of an answer had come by then. */
export function unreachable(host: string, error: unknown, bytes = 0): NetworkError {
  return new NetworkError('unreachable', host, networkReason(error), { bytes, cause: error });
}

/** Protocols by which entries of the audit log leave. */
export const STREAM_TYPES = ['webhook', 'otlp', 'syslog'] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

export const isStreamType = (name: string): name is StreamType => (STREAM_TYPES as readonly string[]).includes(name);

export type StreamAddress = {
  readonly scheme: string;
  /** Name or address, in lower case and without the brackets of IPv6. */
  readonly hostname: string;
  readonly port: number;
  /** Host and port, which secrets are bound to. */
  readonly host: string;
  readonly isEncrypted: boolean;
};

const SCHEMES: Readonly<Record<StreamType, readonly string[]>> = {
  webhook: ['https', 'http'],
  otlp: ['https', 'http'],
  syslog: ['tls', 'tcp'],
};
/** Ports of RFC 5425 and RFC 6587 for syslog. */
const PORTS: Readonly<Record<string, number>> = { https: 443, http: 80, tls: 6514, tcp: 601 };
const ENCRYPTED = new Set(['https', 'tls']);
/** Scheme, host, port and path. A user, a query or a fragment may hold a credential, and addresses are shown. */
const ADDRESS = /^([a-z]+):\/\/(\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,252}))(?::(\d{1,5}))?(\/[^\s?#@\\]*)?$/i;
const MAX_ADDRESS = 2_000;
const MAX_PORT = 65_535;

/** The parts of the address of a stream; null when it is not one of this type. */
export function readStreamAddress(type: StreamType, text: string): StreamAddress | null {
  const [, given, name, number, path = ''] = (text.length <= MAX_ADDRESS && ADDRESS.exec(text)) || [];
  const scheme = given?.toLowerCase();
  if (scheme === undefined || name === undefined || !SCHEMES[type].includes(scheme)) return null;
  if (type === 'syslog' && path.length > 1) return null;
  const port = number === undefined ? (PORTS[scheme] ?? 0) : Number(number);
  if (port < 1 || port > MAX_PORT) return null;
  const lower = name.toLowerCase();
  return {
    scheme,
    hostname: lower.replaceAll(/^\[|\]$/g, ''),
    port,
    host: `${lower}:${port}`,
    isEncrypted: ENCRYPTED.has(scheme),
  };
}

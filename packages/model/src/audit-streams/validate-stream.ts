import { readStreamAddress, type StreamType } from './stream-address.ts';

/** A stream as a person enters it. */
export type StreamDraft = {
  readonly type: StreamType;
  readonly address: string;
  /** PEM; null for public authorities. */
  readonly authority: string | null;
  /** Null: the stored one stays. */
  readonly signingSecret: string | null;
  /** Lines `name: value`; null: the stored ones stay. */
  readonly headers: string | null;
};

export type StreamProblem = {
  readonly field: 'type' | 'address' | 'authority' | 'signing_secret' | 'headers' | null;
  readonly message: string;
};

const EXAMPLES: Readonly<Record<StreamType, string>> = {
  webhook: 'https://siem.example/hooks/switchboard',
  otlp: 'https://collector.example:4318',
  syslog: 'tls://siem.example:6514',
};
const SECRET = /^\S{16,200}$/;
const HEADER = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;
const MAX_HEADERS = 4_000;
const MAX_AUTHORITY = 50_000;
/** Headers that Switchboard sets itself. */
const OWN_HEADERS = /^(?:host|content-\w+|transfer-encoding|connection|webhook-\w+)$/i;

/** Everything that is wrong with a stream, in the order of its form. */
export function validateStream(draft: StreamDraft): readonly StreamProblem[] {
  const { type, address, authority, signingSecret, headers } = draft;
  const problems: StreamProblem[] = [];
  if (readStreamAddress(type, address) === null)
    problems.push({
      field: 'address',
      message: `Enter an address such as ${EXAMPLES[type]}, without user, password and query.`,
    });
  if (authority !== null && (authority.length > MAX_AUTHORITY || !authority.includes('-----BEGIN CERTIFICATE-----')))
    problems.push({
      field: 'authority',
      message: 'Enter certificates as PEM, beginning with -----BEGIN CERTIFICATE-----.',
    });
  if (type === 'webhook' && signingSecret !== null && !SECRET.test(signingSecret))
    problems.push({ field: 'signing_secret', message: 'Enter 16 to 200 characters without spaces.' });
  const wrong = type === 'syslog' ? null : headerProblem(headers ?? '');
  if (wrong !== null) problems.push({ field: 'headers', message: wrong });
  return problems;
}

function headerProblem(lines: string): string | null {
  if (lines.length > MAX_HEADERS) return `Enter at most ${MAX_HEADERS} characters.`;
  for (const [at, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, name] = HEADER.exec(line.trim()) ?? [];
    if (name === undefined) return `Line ${at + 1} must be a name, a colon and a value.`;
    if (OWN_HEADERS.test(name)) return `Line ${at + 1}: Switchboard sets ${name} itself.`;
  }
  return null;
}

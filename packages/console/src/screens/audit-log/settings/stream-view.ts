import { STREAM_TYPES, type StreamType } from '@switchboard/model/audit-streams/stream-address';
import { validateStream } from '@switchboard/model/audit-streams/validate-stream';
import type { StatusTone } from '@switchboard/model/status/status';
import type { AuditStreamFragment } from '../../../api/generated/graphql.ts';
import type { FormProblem, FormSpec, FormValues } from '../../../ui/form/form-spec.ts';

type Stream = AuditStreamFragment;

const LABELS: Readonly<Record<StreamType, string>> = { webhook: 'Webhook', otlp: 'OTLP logs', syslog: 'Syslog' };

const STATUSES: Readonly<Record<string, { readonly tone: StatusTone; readonly label: string }>> = {
  active: { tone: 'completed', label: 'Active' },
  paused: { tone: 'inactive', label: 'Paused' },
  failing: { tone: 'error', label: 'Failing' },
};

const isType = (name: string): name is StreamType => Object.hasOwn(LABELS, name);
const typeOf = (value: unknown): StreamType => {
  const name = String(value);
  return isType(name) ? name : 'webhook';
};

export const streamLabel = (type: string): string => (isType(type) ? LABELS[type] : type);

export const streamStatus = (status: string): { readonly tone: StatusTone; readonly label: string } =>
  STATUSES[status] ?? { tone: 'inactive', label: status };

/** The fields of a stream. Its type is chosen once. */
export function streamFormSpec(stream: Stream | null): FormSpec {
  const ofType = (equals: StreamType) => ({ when: { field: 'type', equals } }) as const;
  const type = stream === null ? null : typeOf(stream.type);
  return {
    fields: [
      ...(type === null
        ? [
            {
              name: 'type',
              label: 'Type',
              kind: 'choice',
              required: true,
              default: 'webhook',
              choices: STREAM_TYPES.map((value) => ({ value, label: LABELS[value] })),
            } as const,
          ]
        : []),
      {
        name: 'address',
        label: 'Address',
        kind: 'text',
        required: true,
        placeholder: type === 'syslog' ? 'tls://siem.example:6514' : 'https://siem.example/hook',
        doc: 'https:// for webhooks and OTLP, tls:// for syslog. Without user, password and query.',
      },
      ...(type === null || type === 'webhook'
        ? [
            {
              name: 'signing_secret',
              label: 'Signing secret',
              kind: 'text',
              secret: true,
              required: true,
              doc: '16 to 200 characters, or whsec_ and Base64. The receiver checks the signature with it (Standard Webhooks).',
              ...(type === null ? ofType('webhook') : {}),
            } as const,
          ]
        : []),
      ...(type === null || type === 'otlp'
        ? [
            {
              name: 'headers',
              label: 'Headers',
              kind: 'lines',
              secret: true,
              doc: 'One a line: name, colon, value. For the credentials of the collector.',
              ...(type === null ? ofType('otlp') : {}),
            } as const,
          ]
        : []),
      {
        name: 'authority',
        label: 'Certificate authority',
        kind: 'lines',
        format: 'pem',
        doc: 'Only for a target whose certificate a private authority has signed.',
      },
      {
        name: 'enabled',
        label: 'Deliver entries',
        kind: 'flag',
        default: true,
        doc: 'While this is off, entries are kept. They are sent once it is on again.',
      },
    ],
  };
}

/** The values of a stored stream, without its secrets. */
export const streamFormValues = ({ address, authority, enabled }: Stream): FormValues => ({
  address,
  authority: authority ?? '',
  enabled,
});

/** Names of the secrets that are stored. */
export const storedSecrets = ({ type, has_secrets: hasSecrets }: Stream): ReadonlySet<string> =>
  new Set(hasSecrets ? [type === 'webhook' ? 'signing_secret' : 'headers'] : []);

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The change that a person has entered. */
export function readStreamValues(stream: Stream | null, values: FormValues) {
  const headers = values['headers'];
  return {
    ...(stream === null ? {} : { id: stream.id, version: stream.version }),
    type: stream?.type ?? typeOf(values['type']),
    address: (textOf(values['address']) ?? '').trim(),
    authority: textOf(values['authority']),
    signing_secret: textOf(values['signing_secret']),
    // An empty text removes stored ones; without a value they stay.
    headers: typeof headers === 'string' ? headers : null,
    enabled: values['enabled'] === true,
  };
}

export function streamFormProblems(stream: Stream | null, values: FormValues): readonly FormProblem[] {
  const { type, address, authority, signing_secret: signingSecret, headers } = readStreamValues(stream, values);
  // A field that is empty has its own message.
  return address === '' ? [] : validateStream({ type: typeOf(type), address, authority, signingSecret, headers });
}

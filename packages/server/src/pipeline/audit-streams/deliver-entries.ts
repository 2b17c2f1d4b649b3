import { type Egress, postJson, ReceiverError, sendSyslog, sendWebhook } from '@switchboard/connectors';
import {
  readStreamAddress,
  type StreamAddress,
  type StreamType,
} from '@switchboard/model/audit-streams/stream-address';
import type { StreamTarget } from '../../settings/audit-settings.ts';
import type { AuditBody } from './audit-bodies.ts';
import { otlpLogs, otlpRefusal } from './otlp-logs.ts';
import { syslogMessage } from './syslog-message.ts';

/**
 * Hands entries over in their order.
 * @param onDelivered receives each entry that the target has from then on
 * @throws ReceiverError
 */
export type DeliverEntries = (
  target: StreamTarget,
  bodies: readonly AuditBody[],
  onDelivered: (body: AuditBody) => void,
  signal?: AbortSignal,
) => Promise<void>;

export type DeliverEntriesParts = {
  readonly egress: Egress;
  /** Origin of the console, which messages of syslog name as their host. */
  readonly publicUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

const LOGS_PATH = '/v1/logs';

/** How entries of the audit log are handed to each type of target. */
export function createDeliverEntries({ egress, publicUrl, now }: DeliverEntriesParts): DeliverEntries {
  const { hostname } = new URL(publicUrl);
  type To = StreamTarget & { readonly parts: StreamAddress; readonly signal: AbortSignal | undefined };
  type Send = (to: To, bodies: readonly AuditBody[]) => Promise<void>;
  const webhook: Send = async ({ address, authority, secrets, signal }, [entry]) => {
    if (entry === undefined) return;
    const secret = secrets['signing_secret'] ?? '';
    const body = { type: 'audit.entry', entry };
    const headers = headersOf(secrets['headers'] ?? '');
    await sendWebhook({ egress, url: address, authority, signal, headers, secret, id: entry.id, body, now: now() });
  };
  const otlp: Send = async ({ address, authority, secrets, signal }, bodies) => {
    const base = address.replace(/\/+$/, '');
    const url = base.endsWith(LOGS_PATH) ? base : `${base}${LOGS_PATH}`;
    const headers = headersOf(secrets['headers'] ?? '');
    const body = await otlpLogs(bodies);
    const refusal = await otlpRefusal(await postJson({ egress, url, authority, signal, headers, body }));
    if (refusal !== null) throw new ReceiverError(`${new URL(url).host}: ${refusal}`, { about: 'authorization' });
  };
  const syslog: Send = async ({ authority, parts, signal }, bodies) =>
    sendSyslog({
      egress,
      host: parts.hostname,
      port: parts.port,
      isEncrypted: parts.isEncrypted,
      authority,
      signal,
      messages: bodies.map((body) => syslogMessage(body, hostname)),
    });
  const senders: Readonly<Record<StreamType, Send>> = { webhook, otlp, syslog };
  return async (target, bodies, onDelivered, signal) => {
    const parts = readStreamAddress(target.type, target.address);
    if (parts === null) throw new ReceiverError('Its address is not valid.', { about: 'authorization' });
    if (!parts.isEncrypted && !egress.isListed(parts.hostname, parts.port))
      throw new ReceiverError(unencryptedProblem(parts), { about: 'authorization' });
    const send = senders[target.type];
    if (target.type !== 'webhook') {
      await send({ ...target, parts, signal }, bodies);
      for (const body of bodies) onDelivered(body);
      return;
    }
    for (const body of bodies) {
      await send({ ...target, parts, signal }, [body]);
      onDelivered(body);
    }
  };
}

/** Why entries are not sent to an address without encryption. */
export const unencryptedProblem = ({ host, scheme }: StreamAddress): string =>
  `${host} is not in EGRESS_ALLOW, and entries leave unencrypted (${scheme}:) only to hosts of that setting.`;

/** Headers from lines `name: value`. */
function headersOf(lines: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at <= 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
    }),
  );
}

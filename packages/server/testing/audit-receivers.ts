import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { CERTIFICATE } from '@switchboard/connectors/testing/certificate';
import { onTestFinished } from 'vitest';
import type { AuditBody } from '../src/pipeline/audit-streams/audit-bodies.ts';
import { startSourceServer } from './source-server.ts';

export type AuditReceiver = {
  readonly url: string;
  /** Entries in the order in which they came, also those that were refused. */
  readonly entries: readonly AuditBody[];
};

export type HttpAuditReceiver = AuditReceiver & {
  /** The id of each entry by which a receiver drops repetitions. */
  readonly ids: readonly string[];
  readonly requests: readonly { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  /** Log records of OTLP. */
  readonly records: readonly LogRecord[];
  /** Status codes of the next answers; 204 when there are none. */
  readonly answers: number[];
  /** Texts of the next answers. */
  readonly texts: string[];
};

type Value = { readonly stringValue?: string };
type LogRecord = {
  readonly body: Value;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
};
type Logs = {
  readonly resourceLogs: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[] }[];
};

/** A receiver of signed webhooks and of OTLP logs, for the running test. Requests with a wrong signature are refused. */
export async function startWebhookReceiver(secret: string): Promise<HttpAuditReceiver> {
  const got = {
    entries: [] as AuditBody[],
    ids: [] as string[],
    requests: [] as HttpAuditReceiver['requests'][number][],
    records: [] as LogRecord[],
    answers: [] as number[],
    texts: [] as string[],
  };
  const { url, stop } = await startSourceServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const { headers } = request;
      got.requests.push({ url: request.url ?? '', headers });
      if (request.url === '/v1/logs') {
        const logs = JSON.parse(text) as Logs;
        const records = logs.resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
        got.records.push(...records);
        got.entries.push(...records.map(({ body }) => JSON.parse(body.stringValue ?? '') as AuditBody));
        got.ids.push(...records.map((record) => attribute(record, 'log.record.uid')));
      } else if (headers['webhook-signature'] === signatureOf(secret, headers, text)) {
        got.entries.push((JSON.parse(text) as { entry: AuditBody }).entry);
        got.ids.push(String(headers['webhook-id']));
      } else got.answers.unshift(401);
      const answer = got.texts.shift();
      response.writeHead(got.answers.shift() ?? (answer === undefined ? 204 : 200)).end(answer);
    });
  });
  onTestFinished(stop);
  return { url, ...got };
}

const attribute = ({ attributes }: LogRecord, name: string): string =>
  attributes.find(({ key }) => key === name)?.value.stringValue ?? '';

function signatureOf(secret: string, headers: IncomingHttpHeaders, text: string): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
}

export type SyslogServer = AuditReceiver & {
  readonly authority: string;
  readonly messages: readonly string[];
  /** Resets the next connection as soon as something arrives. */
  breakNext(): void;
};

/** A server of syslog over TLS, for the running test. */
export async function startSyslogServer(): Promise<SyslogServer> {
  const messages: string[] = [];
  const entries: AuditBody[] = [];
  const sockets = new Set<Socket>();
  let newest: Socket | null = null;
  let isBroken = false;
  const server = createTlsServer({ cert: CERTIFICATE.certificate, key: CERTIFICATE.privateKey }, (socket) => {
    let bytes: Buffer = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (isBroken) {
        isBroken = false;
        newest?.resetAndDestroy();
        return;
      }
      bytes = Buffer.concat([bytes, chunk]);
      for (let frame = nextFrame(bytes); frame !== null; frame = nextFrame(bytes)) {
        bytes = bytes.subarray(frame.end);
        messages.push(frame.text);
        entries.push(JSON.parse(frame.text.slice(frame.text.indexOf('{'))) as AuditBody);
      }
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    newest = socket;
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `tls://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authority: CERTIFICATE.authority,
    entries,
    messages,
    breakNext: () => {
      isBroken = true;
    },
  };
}

/** The first whole frame with octet counting. */
function nextFrame(bytes: Buffer): { readonly text: string; readonly end: number } | null {
  const space = bytes.indexOf(0x20);
  if (space < 0) return null;
  const end = space + 1 + Number(bytes.subarray(0, space).toString());
  return end > bytes.length ? null : { text: bytes.subarray(space + 1, end).toString(), end };
}

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { clientNetwork, createOpenCount, createRateLimit, type Rate } from './flow-limits.ts';
import { createMailParser, type MailParser } from './mail-parser.ts';
import { MailRejected } from './parse-mail.ts';
import { findRecipient, type ReceiveDeps, type Recipient, receiveMail, recordRejected } from './receive-mail.ts';
import { createSenderChecker, type SenderChecker } from './sender-checker.ts';

export type ListenerOptions = ReceiveDeps & {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** In lower case. */
  readonly domain: string;
  readonly maxBytes: number;
  /** PEM. STARTTLS is not offered without it. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** DNS servers for checks of senders, none for those of this machine; null: senders are not checked. */
  readonly dnsServers: readonly string[] | null;
  /** Milliseconds that DNS gets for the questions of one purpose; 5 s without. */
  readonly dnsTimeout?: number;
  /** Absolute folder for mails that are being received. */
  readonly scratch: string;
  readonly log: Logger;
  readonly limits?: Partial<ListenerLimits>;
  readonly parser?: MailParser;
};

export type ListenerLimits = {
  readonly connections: number;
  readonly connectionsPerClient: number;
  readonly recipientsPerMail: number;
  /** Mails of one client, and to one recipient. Beyond them a mail is put off: its sender tries again. */
  readonly mailsPerClient: Rate;
  readonly mailsPerRecipient: Rate;
};

export type MailListener = { readonly port: number; stop(): Promise<void> };

const LIMITS: ListenerLimits = {
  connections: 100,
  connectionsPerClient: 20,
  recipientsPerMail: 50,
  mailsPerClient: { burst: 300, perMinute: 120 },
  mailsPerRecipient: { burst: 300, perMinute: 120 },
};
const SOCKET_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** A reply that refuses a command: 4xx asks the sender to try again, 5xx to give up. */
const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

const NOT_HERE = '5.7.1 Relaying is not permitted: mail is received for other addresses only.';
const UNKNOWN = '5.1.1 There is no such address here.';
const SLOW_DOWN = '4.7.1 Too many mails. Try again later.';
const GONE: ReadonlySet<unknown> = new Set(['ECONNECTION', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);
const LATER = '4.3.0 The mail could not be stored. Try again later.';

/**
 * Receives mail by SMTP for addresses that exist, and relays none. A mail is accepted once it is stored and recorded for each of its
 * recipients. Nothing of its content is logged.
 */
export async function startMailListener(options: ListenerOptions): Promise<MailListener> {
  const { domain, log, tls } = options;
  const limits = { ...LIMITS, ...options.limits };
  const parser = options.parser ?? createMailParser();
  const checker =
    options.dnsServers &&
    createSenderChecker({
      dnsServers: options.dnsServers,
      ...(options.dnsTimeout !== undefined && { dnsTimeout: options.dnsTimeout }),
    });
  const open = createOpenCount(limits.connectionsPerClient);
  const counted = new Set<string>();
  const byClient = createRateLimit(limits.mailsPerClient, options.now);
  const byRecipient = createRateLimit(limits.mailsPerRecipient, options.now);
  const receiving = new Set<Promise<void>>();
  await mkdir(options.scratch, { recursive: true });

  const admit = async (address: string, session: SMTPServerSession): Promise<void> => {
    const at = address.lastIndexOf('@');
    if (address.slice(at + 1).toLowerCase() !== domain) throw refusal(550, NOT_HERE);
    // Also for addresses that do not exist, so that few can be tried.
    const isFirst = session.envelope.rcptTo.length === 0;
    if (isFirst && !byClient.take(clientNetwork(session.remoteAddress))) throw refusal(451, SLOW_DOWN);
    const recipient = await findExisting(options, address.toLowerCase());
    if (!byRecipient.take(recipient.id)) throw refusal(451, SLOW_DOWN);
  };

  const handlers: SMTPServerOptions = {
    onConnect(session, answer) {
      if (!open.open(clientNetwork(session.remoteAddress))) return answer(refusal(421, '4.7.0 Too many connections.'));
      counted.add(session.id);
      answer();
    },
    onClose(session) {
      if (counted.delete(session.id)) open.close(clientNetwork(session.remoteAddress));
    },
    onRcptTo({ address }, session, answer) {
      admit(address, session).then(
        () => answer(),
        (error: unknown) => answer(asRefusal(error, log)),
      );
    },
    onData(stream, session, answer) {
      const work = receive({ ...options, parser, checker }, stream, session).then(
        () => answer(),
        (error: unknown) => answer(asRefusal(error, log)),
      );
      receiving.add(work);
      void work.finally(() => receiving.delete(work));
    },
  };
  const server = new SMTPServer({
    ...handlers,
    name: domain,
    banner: 'Switchboard',
    size: options.maxBytes,
    rejectOversized: true,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls === null ? ['STARTTLS'] : [])],
    hideENHANCEDSTATUSCODES: true,
    disableReverseLookup: true,
    maxClients: limits.connections,
    maxRecipients: limits.recipientsPerMail,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: SOCKET_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    ...(tls === null ? {} : { ...tls, minVersion: 'TLSv1.2' }),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  // Connections that a client breaks off.
  server.on('error', () => undefined);
  const { port } = server.server.address() as AddressInfo;
  log.info({ port, domain, starttls: tls !== null }, 'receiving mail');
  return {
    port,
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(receiving);
      await Promise.all([parser.stop(), checker?.stop()]);
      await rm(options.scratch, { recursive: true, force: true });
    },
  };
}

/** Converts an error to an SMTP reply. Unexpected errors are reported as temporary: the sender retries. */
function asRefusal(error: unknown, log: Logger): Error {
  if (error instanceof MailRejected) return refusal(554, `5.6.0 The mail was rejected: ${error.message}.`);
  if (error instanceof Error && 'responseCode' in error) return error;
  // The client has gone: it hears nothing, and sends the mail again.
  if (error instanceof Error && 'code' in error && GONE.has(error.code)) return refusal(451, LATER);
  log.error({ err: error }, 'receiving mail');
  return refusal(451, LATER);
}

/** Receives one mail for all of its recipients. A second attempt at a mail completes what the first left. */
async function receive(
  options: ListenerOptions & { readonly parser: MailParser; readonly checker: SenderChecker | null },
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope;
  const { parser, checker } = options;
  const sender = mailFrom === false ? '' : mailFrom.address;
  const folder = join(options.scratch, randomUUID());
  try {
    await mkdir(folder);
    const path = join(folder, 'mail');
    const { bytes, sha256 } = await spool(stream, path, options.maxBytes);
    const client = { ip: session.remoteAddress, helo: session.hostNameAppearsAs || '', sender, domain: options.domain };
    const checking = bytes > options.maxBytes ? null : (checker?.check({ path, ...client }) ?? null);
    const addresses = [...new Set(rcptTo.map(({ address }) => address.toLowerCase()))];
    const recipients: Recipient[] = [];
    for (const address of addresses) recipients.push(await findExisting(options, address));
    try {
      if (bytes > options.maxBytes) throw new MailRejected(`it is larger than ${options.maxBytes} bytes`);
      const mail = await parser.parse({ path, folder });
      const envelope = { sender, bytes, checks: await checking };
      for (const recipient of recipients) await receiveMail(options, recipient, envelope, mail);
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      for (const recipient of recipients)
        await recordRejected(options, recipient, {
          sender,
          bytes,
          checks: await checking,
          digest: rejectedDigest(sha256),
          reason: error.message,
        });
      throw error;
    }
  } finally {
    stream.resume();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Differs from the digest of any accepted mail: one that was rejected may be accepted later. */
const rejectedDigest = (sha256: string): string => createHash('sha256').update(`rejected ${sha256}`).digest('hex');

async function findExisting({ database }: ListenerOptions, address: string): Promise<Recipient> {
  const recipient = await findRecipient(database, address);
  if (recipient === null) throw refusal(550, UNKNOWN);
  return recipient;
}

/** Writes a mail to a local file: no more of it than one byte above the limit. */
async function spool(stream: SMTPServerDataStream, path: string, maxBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      const room = Math.max(0, maxBytes + 1 - bytes);
      bytes += chunk.length;
      done(null, room === 0 ? undefined : chunk.subarray(0, room));
    },
  });
  await pipeline(stream, count, createWriteStream(path));
  return { bytes, sha256: hash.digest('hex') };
}

import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Egress } from '../network/egress.ts';
import { encryptSocket, tlsTo } from '../network/encrypt-socket.ts';
import { NetworkError, unreachable } from '../network/network-error.ts';
import { receiverError } from './receiver-error.ts';

export type SyslogRequest = {
  readonly egress: Egress;
  readonly host: string;
  readonly port: number;
  /** Whether the connection is encrypted. */
  readonly isEncrypted: boolean;
  /** The authority that signs the certificate of the server, as PEM; null for public ones. */
  readonly authority: string | null;
  /** Messages of RFC 5424. */
  readonly messages: readonly string[];
  /** Ends the call before its time. */
  readonly signal?: AbortSignal | undefined;
};

/** Milliseconds that one batch may take. */
const BATCH_LIMIT = 30_000;
const SILENCE = 15_000;

/** A message with its length before it, as RFC 5425 separates them. */
function frame(message: string): Buffer {
  const bytes = Buffer.from(message);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

/**
 * Sends messages over one connection. Syslog confirms nothing: they count as received once the server has answered the end of the
 * connection, which it does after it read all of it. @throws ReceiverError
 */
export async function sendSyslog(request: SyslogRequest): Promise<void> {
  const { egress, host, port, isEncrypted, authority, messages } = request;
  const timeout = AbortSignal.timeout(BATCH_LIMIT);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
  let socket: Socket | null = null;
  try {
    const plain = await egress.connect(host, port, signal);
    socket = plain;
    if (isEncrypted) socket = await encryptSocket(plain, tlsTo(host, authority), { host, silentMs: SILENCE, signal });
    const ended = endOf(socket, host, signal);
    socket.end(Buffer.concat(messages.map(frame)));
    await ended;
  } catch (error) {
    throw receiverError(error, host);
  } finally {
    socket?.on('error', () => undefined).destroy();
  }
}

/** Waits until the other side has ended the connection in order. */
async function endOf(socket: Socket, host: string, signal: AbortSignal): Promise<void> {
  socket.resume();
  try {
    await once(socket, 'end', { signal });
  } catch (error) {
    throw signal.aborted ? silent(host, error) : unreachable(host, error);
  }
}

function silent(host: string, cause: unknown): NetworkError {
  const seconds = BATCH_LIMIT / 1_000;
  return new NetworkError('silent', host, `sent nothing for ${seconds} seconds`, { seconds, cause });
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';

/**
 * Sends a request with a large body on a connection of its own, and goes on sending after the answer until the server ends it.
 * @param head lines of the request; `body` is sent behind them
 * @returns the answer, and how many bytes the server, which runs in this process, has read
 */
export async function sendRefusedBody(
  url: string,
  head: readonly string[],
  body: string,
): Promise<{ readonly answer: string; readonly bytesRead: number }> {
  let accepted: Socket | undefined;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const note = (message: unknown): void => {
    const { socket: other } = message as { readonly socket: Socket };
    if (other.remotePort === socket.localPort) accepted = other;
  };
  subscribe('http.server.request.start', note);
  const answer: string[] = [];
  socket.on('data', (chunk) => answer.push(String(chunk))).on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await ended;
  unsubscribe('http.server.request.start', note);
  return { answer: answer.join(''), bytesRead: accepted?.bytesRead ?? Number.POSITIVE_INFINITY };
}

const CHUNK = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;

/** Headers of large bodies, and the beginning of such a body. */
export const LARGE_BODIES: readonly (readonly [header: string, body: string])[] = [
  ['content-length: 57000000', 'x'.repeat(8_000_000)],
  ['transfer-encoding: chunked', CHUNK.repeat(125)],
];

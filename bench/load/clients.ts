import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export type Asker = { readonly url: string; readonly token: string; readonly account: string };
type Answered = { readonly status: number; readonly ms: number; readonly retryAfter: number; readonly text: string };

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const LIST = JSON.stringify({ query: '{ downloads(first: 20) { nodes { id status } } }' });
const LARGE = Buffer.from(
  JSON.stringify({
    query: 'mutation { preview_table { __typename } }',
    variables: { files: [{ path: 'a.sbs', text: 'x'.repeat(50_000_000) }] },
  }),
);

const headersOf = ({ token, account }: Asker): Record<string, string> => ({
  'content-type': 'application/json',
  'request-id': 'bench-request',
  authorization: `Bearer ${token}`,
  'account-uri': account,
});

/** Sends a request, and resolves once its answer has arrived whole; with the status 0 when the connection ended before. */
function send(url: string, headers: Record<string, string>, body: string | Buffer | null): Promise<Answered> {
  const began = performance.now();
  return new Promise((resolve) => {
    const sent = request(url, { agent, method: body === null ? 'GET' : 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          ms: performance.now() - began,
          retryAfter: Number(answer.headers['retry-after'] ?? 0),
          text,
        }),
      );
    });
    sent.once('error', () => resolve({ status: 0, ms: performance.now() - began, retryAfter: 1, text: '' }));
    sent.end(body ?? undefined);
  });
}

export const askList = (asker: Asker): Promise<Answered> =>
  send(`${asker.url}/api/graphql`, { ...headersOf(asker), 'content-length': String(LIST.length) }, LIST);

/** Sends fifty megabytes. */
export async function sendLargeBody(asker: Asker): Promise<number> {
  const headers = { ...headersOf(asker), 'content-length': String(LARGE.length) };
  return (await send(`${asker.url}/api/graphql`, headers, LARGE)).status;
}

export async function checkHealth(url: string): Promise<{ readonly ms: number; readonly isTrue: boolean }> {
  const { status, ms, text } = await send(`${url}/_heartbeat`, {}, null);
  return { ms, isTrue: status === 200 && text === 'ok' };
}

/** Repeats until a time, after a pause each, which is the longer of both. @param use may return a longer pause in milliseconds */
export async function pollUntil(until: number, pause: number, use: () => Promise<unknown>): Promise<void> {
  while (Date.now() < until) {
    const given = await use();
    const wanted = typeof given === 'number' ? given : 0;
    const milliseconds = Math.min(Math.max(pause, wanted), until - Date.now());
    if (milliseconds > 0) await setTimeout(milliseconds);
  }
}

export function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
}

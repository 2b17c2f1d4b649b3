import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { source } from '../providers/http/source.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { buildContext } from './context.ts';
import type { Answer } from './http-server.ts';

/** A secret that URLs and base64 write in another way. */
export const TOKEN = 'very+secret/token 1';

/** A key that only this server of a test may receive. */
export const reportKey = (origin: string, token = TOKEN): KeyProperties => ({
  name: 'ads_api',
  type: 'api_token',
  properties: { api_token: token, hosts: new URL(origin).host },
});

type Options = { readonly key?: KeyProperties; readonly context?: Partial<ConnectorContext> };

/** The text of the one file that the `http` source makes of these parameters for 2026-02-28. */
export async function fetchReportText(parameters: Parameters, { key, context }: Options = {}): Promise<string> {
  const answer = await source.fetch(
    { name: 'ads', parameters, key: key ?? null, reportDate: '2026-02-28', state: null },
    buildContext(context),
  );
  if (answer.kind !== 'files') throw new Error('expected files');
  const texts: string[] = [];
  for await (const file of answer.files) texts.push(await text(file.body));
  return texts.join('');
}

/** A clock that only waiting moves, with the waits that were asked for in milliseconds. */
export function buildClock() {
  const waits: number[] = [];
  let now = Date.UTC(2026, 2, 5, 6);
  const context: Partial<ConnectorContext> = {
    now: () => now,
    pause: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
  return { waits, context };
}

/** Answers with JSON. */
export const sendJson = (response: Response, body: unknown, headers: Record<string, string> = {}): unknown =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
type Response = globalThis.Parameters<Answer>[1];

/** Records with ids from a number on. */
export const rowsOf = (from: number, count: number): { id: number }[] =>
  Array.from({ length: count }, (_, i) => ({ id: from + i }));
/** The first records as JSON lines. */
export const linesOf = (count: number): string =>
  rowsOf(0, count)
    .map(({ id }) => `{"id":${id}}\n`)
    .join('');

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A source that answers a script only once a test has handed in the report: until then its downloads are working. */
export type HeldSource = {
  /** Host and port, for EGRESS_ALLOW and the addresses of scripts. */
  readonly host: string;
  readonly close: () => Promise<void>;
};

/** The name of a report whose downloads fail. */
export const WITHDRAWN = 'withdrawn';
/** The name of a report whose source answers that it is overloaded. */
export const OVERLOADED = 'overloaded';

/**
 * Starts the source. GET /name/anything waits for the report of that name, which PUT /name hands in; POST /name resolves when the
 * report has been asked for.
 */
export async function startHeldSource(): Promise<HeldSource> {
  const reports = new Map<string, PromiseWithResolvers<string>>();
  const asked = new Map<string, PromiseWithResolvers<void>>();
  const of = <Value>(all: Map<string, PromiseWithResolvers<Value>>, name: string): PromiseWithResolvers<Value> => {
    const known = all.get(name) ?? Promise.withResolvers<Value>();
    all.set(name, known);
    return known;
  };
  const answer = async (method: string, name: string, body: string): Promise<string> => {
    if (method === 'PUT') of(reports, name).resolve(body);
    if (method === 'POST') await of(asked, name).promise;
    if (method !== 'GET') return '';
    of(asked, name).resolve();
    return of(reports, name).promise;
  };
  const server = createServer((request, response) => {
    const [, name = ''] = (request.url ?? '').split('/');
    if (name === WITHDRAWN) {
      response.writeHead(410).end('The report was withdrawn.');
      return;
    }
    if (name === OVERLOADED) {
      response.writeHead(503).end('The service is down.');
      return;
    }
    void text(request)
      .then((body) => answer(request.method ?? '', name, body))
      .then((body) => response.end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const send = async (host: string, name: string, init: RequestInit): Promise<void> => {
  const { ok, status } = await fetch(`http://${host}/${name}`, init);
  if (!ok) throw new Error(`The held source answered ${status}.`);
};

/** Waits until a script has asked for a report. */
export const reportAskedFor = (host: string, name: string): Promise<void> => send(host, name, { method: 'POST' });

/** Hands in the report that downloads wait for. */
export const handInReport = (host: string, name: string, report: string): Promise<void> =>
  send(host, name, { method: 'PUT', body: report });

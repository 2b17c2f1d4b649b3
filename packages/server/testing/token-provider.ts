import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TokenProvider = {
  /** Where keys are verified. */
  readonly url: string;
  /** The tokens that it accepts. */
  readonly accepted: Set<string>;
  /** The Authorization headers that it got, oldest first. */
  readonly received: string[];
  /** While set, answers wait for it. */
  hold: Promise<void> | null;
  stop(): Promise<void>;
};

/** A provider on this machine that answers 200 to the bearer tokens it knows, and quotes the others in its 401. */
export async function startTokenProvider(): Promise<TokenProvider> {
  const accepted = new Set<string>();
  const received: string[] = [];
  const provider = { url: '', accepted, received, hold: null as Promise<void> | null };
  const server = createServer((request, response) => {
    const header = request.headers.authorization ?? '';
    received.push(header);
    void Promise.resolve(provider.hold).then(() => {
      response.statusCode = accepted.has(header.replace('Bearer ', '')) ? 200 : 401;
      response.end(`You sent ${header}.`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(provider, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/me`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a database that a test can close, or let fall silent as a vanished host is: nothing comes, and nothing ends. */
export type DatabaseProxy = {
  /** The database's URL by this way. */
  readonly url: string;
  /** When connections were asked for, whether they were let through or not, in milliseconds of `performance.now()`. */
  readonly asked: readonly number[];
  /** Returns the bytes that the client has sent on connections since they fell silent. */
  readonly unheard: () => string;
  /** Ends what is open, and each new connection at once. */
  refuse(): void;
  /** Takes new connections and never answers on them. */
  ignore(): void;
  /** New connections go through again. */
  admit(): void;
  /** Drops all traffic, in both directions, of the connections that are open. */
  fallSilent(): void;
  close(): Promise<void>;
};

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  const asked: number[] = [];
  let unheard = '';
  let meet: 'admit' | 'refuse' | 'ignore' = 'admit';
  const ignored = new Set<Socket>();
  const server = createServer((near) => {
    // allow-clock -- a test holds the shortest pause between attempts, which a busy machine only lengthens
    asked.push(performance.now());
    near.on('error', () => {});
    if (meet === 'refuse') near.destroy();
    if (meet === 'ignore') ignored.add(near);
    if (meet !== 'admit') return;
    const far = connect(Number(target.port), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    far.on('error', () => {});
    near.pipe(far).pipe(near);
    for (const socket of pair) socket.on('close', () => end(pair));
  });
  const end = (pair: readonly [Socket, Socket]): void => {
    pairs.delete(pair);
    for (const socket of pair) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const refuse = (): void => {
    meet = 'refuse';
    for (const socket of ignored) socket.destroy();
    for (const pair of [...pairs]) end(pair);
  };
  return {
    url: url.href,
    asked,
    unheard: () => unheard,
    refuse,
    ignore() {
      meet = 'ignore';
    },
    admit() {
      meet = 'admit';
    },
    fallSilent() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume().on('data', (piece: Buffer) => (unheard += piece.toString('latin1')));
      }
    },
    async close() {
      refuse();
      server.close();
      await once(server, 'close');
    },
  };
}

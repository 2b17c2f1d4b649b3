import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { KeyProperties } from '../../spec.ts';
import type { TestCertificate } from '../certificates.ts';
import { batchText, done, failure, loginAck, PACKET, packetReader, packets } from './tokens.ts';

const USER = 'ann';
const PASSWORD = 'p@ss wörd';
const DATABASE = 'shop';

export type MssqlStandIn = { readonly port: number; readonly key: KeyProperties; close(): void };

/** Executes the statements of a connection, one after the other. */
export type Executor = {
  /** Answers a batch of statements by tokens. */
  batch(sql: string): Promise<void>;
  /** Takes bytes of a bulk load, and answers the last of them. */
  bulk(bytes: Buffer, isLast: boolean): Promise<void>;
  close(): void;
};

/** How an executor answers. */
export type Answering = {
  /** Writes tokens of an answer; the message ends with the last ones. Waits while the client reads nothing. */
  send(tokens: Buffer, isLast: boolean): Promise<void>;
  /** Cuts the connection. */
  cut(): void;
};

export type MssqlStandInOptions = {
  /** The server's certificate. With it, the server accepts only encrypted connections; without it, only plain ones. */
  readonly certificate?: TestCertificate;
  /** Creates the executor of a connection. Without it, every statement gets an empty answer. */
  readonly open?: (answering: Answering) => Executor;
};

/** As much of the documented protocol (MS-TDS) as a sign-in, batches of statements and bulk loads of texts need. */
export async function startMssqlStandIn(options: MssqlStandInOptions = {}): Promise<MssqlStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    serve(socket, options);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const properties = { dialect: 'mssql', host: '127.0.0.1', port, user: USER, password: PASSWORD, db_name: DATABASE };
  return {
    port,
    key: { name: 'shop', type: 'sql', properties },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Bytes of a bulk load that wait for the executor before the client is held back. */
const MAX_WAITING = 1024 ** 2;

function serve(socket: Socket, { certificate, open }: MssqlStandInOptions): void {
  const [inner, outer] = duplexPair();
  /** Where answers go: the socket, or the encrypted side of TLS. */
  let channel: Duplex = socket;
  let isRaw = false;
  let wantsTls = false;
  const answer = (...tokens: readonly Buffer[]): void =>
    void channel.write(packets(PACKET.answer, Buffer.concat(tokens)));
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const executor = open?.({
    async send(tokens, isLast) {
      if (channel.write(packets(PACKET.answer, tokens, isLast)) || socket.destroyed) return;
      const drained = new Promise<void>((resolve) => {
        channel.once('drain', () => resolve());
      });
      await Promise.race([drained, closed]);
    },
    cut: () => void socket.destroy(),
  });
  socket.once('close', () => executor?.close());
  let order: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  /** Runs work when what came before is done. */
  const queue = (bytes: number, work: () => Promise<void>): void => {
    waiting += bytes;
    if (waiting > MAX_WAITING) socket.pause();
    order = order
      .then(work)
      .catch(() => void socket.destroy())
      .finally(() => {
        waiting -= bytes;
        if (waiting <= MAX_WAITING) socket.resume();
      });
  };
  let message: Buffer[] = [];
  const take = packetReader((type, data, isLast) => {
    if (type === PACKET.prelogin) {
      answer(preloginAnswer(certificate === undefined ? 0x02 : 0x03));
      wantsTls = certificate !== undefined;
      return;
    }
    if (type === PACKET.bulk && executor !== undefined) {
      queue(data.length, () => executor.bulk(data, isLast));
      return;
    }
    message.push(data);
    if (!isLast) return;
    const whole = Buffer.concat(message);
    message = [];
    if (type === PACKET.login) {
      const refusal = refusalOf(whole);
      if (refusal === null) answer(loginAck(), done());
      else answer(failure(...refusal), done());
    } else if (type === PACKET.batch && executor !== undefined) queue(0, () => executor.batch(batchText(whole)));
    else answer(done());
  });
  // Its handshake travels in packets of the protocol, and what follows as it is.
  const unwrap = packetReader((_, data) => void outer.write(data));
  if (certificate !== undefined) {
    const { certificate: cert, privateKey: key } = certificate;
    const secure = new TLSSocket(inner as unknown as Socket, {
      isServer: true,
      secureContext: createSecureContext({ cert, key, maxVersion: 'TLSv1.2' }),
    });
    secure.on('error', () => socket.destroy());
    secure.on('data', (bytes: Buffer) => {
      channel = secure;
      take(bytes);
    });
    outer.on('data', (bytes: Buffer) => void socket.write(isRaw ? bytes : packets(PACKET.prelogin, bytes)));
  }
  socket.on('data', (bytes: Buffer) => {
    if (!wantsTls) return take(bytes);
    isRaw ||= bytes[0] !== PACKET.prelogin;
    if (isRaw) outer.write(bytes);
    else unwrap(bytes);
  });
}

/** Version and encryption: 2 for not supported, 3 for required. */
const preloginAnswer = (encryption: number): Buffer =>
  Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0x10, 0, 0, 0, encryption]);

/** Number and text of the error for a wrong login; null for a right one. */
function refusalOf(login: Buffer): readonly [number, string] | null {
  const text = (at: number, decode = (bytes: Buffer): Buffer => bytes): string => {
    const [start, characters] = [login.readUInt16LE(at), login.readUInt16LE(at + 2)];
    return decode(Buffer.from(login.subarray(start, start + characters * 2))).toString('utf16le');
  };
  const clear = (bytes: Buffer): Buffer =>
    Buffer.from(bytes.map((byte) => (((byte ^ 0xa5) << 4) & 0xf0) | ((byte ^ 0xa5) >> 4)));
  const [user, password, database] = [text(40), text(44, clear), text(68)];
  if (user !== USER || password !== PASSWORD) return [18_456, `Login failed for user '${user}'.`];
  if (database === DATABASE) return null;
  return [4060, `Cannot open database "${database}" requested by the login. The login failed.`];
}

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { KeyProperties } from '../spec.ts';
import type { TestCertificate } from './certificates.ts';

const USER = 'ann';
const PASSWORD = 'p@ss wörd';
const DATABASE = 'shop';

export type MssqlStandIn = { readonly port: number; readonly key: KeyProperties; close(): void };

export type MssqlStandInOptions = {
  /** With it, the server accepts only encrypted connections; without it, none. */
  readonly certificate?: TestCertificate;
};

const PRELOGIN = 0x12;
const LOGIN = 0x10;
const ANSWER = 0x04;

/** As much of the documented protocol (MS-TDS) as a sign-in and one statement without rows need. */
export async function startMssqlStandIn(options: MssqlStandInOptions = {}): Promise<MssqlStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
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

function serve(socket: Socket, { certificate }: MssqlStandInOptions): void {
  const [inner, outer] = duplexPair();
  /** Where answers go: the socket, or the encrypted side of TLS. */
  let channel: Duplex = socket;
  let isRaw = false;
  let wantsTls = false;
  const answer = (type: number, ...tokens: readonly Buffer[]): void =>
    void channel.write(packet(type, Buffer.concat(tokens)));
  const take = packetReader((type, data) => {
    if (type === PRELOGIN) {
      answer(ANSWER, preloginAnswer(certificate === undefined ? 0x02 : 0x03));
      wantsTls = certificate !== undefined;
    } else if (type === LOGIN) {
      const refusal = refusalOf(data);
      if (refusal === null) answer(ANSWER, loginAck(), done());
      else answer(ANSWER, failure(...refusal), done());
    } else answer(ANSWER, done());
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
    outer.on('data', (bytes: Buffer) => void socket.write(isRaw ? bytes : packet(PRELOGIN, bytes)));
  }
  socket.on('data', (bytes: Buffer) => {
    if (!wantsTls) return take(bytes);
    isRaw ||= bytes[0] !== PRELOGIN;
    if (isRaw) outer.write(bytes);
    else unwrap(bytes);
  });
}

/** Collects packets from chunks. */
function packetReader(onPacket: (type: number, data: Buffer) => void): (bytes: Buffer) => void {
  let pending = Buffer.alloc(0);
  return (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= 8 && pending.length >= pending.readUInt16BE(2)) {
      const length = pending.readUInt16BE(2);
      const [type, data] = [pending[0] ?? 0, pending.subarray(8, length)];
      pending = pending.subarray(length);
      onPacket(type, data);
    }
  };
}

function packet(type: number, data: Buffer): Buffer {
  const header = Buffer.from([type, 0x01, 0, 0, 0, 0, 1, 0]);
  header.writeUInt16BE(data.length + 8, 2);
  return Buffer.concat([header, data]);
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

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

function token(type: number, content: Buffer): Buffer {
  const head = Buffer.from([type, 0, 0]);
  head.writeUInt16LE(content.length, 1);
  return Buffer.concat([head, content]);
}

const loginAck = (): Buffer =>
  token(0xad, Buffer.concat([Buffer.from([1, 0x74, 0, 0, 4, 8]), wide('stand-in'), Buffer.from([16, 0, 0, 0])]));

const done = (): Buffer => Buffer.from([0xfd, ...Array.from({ length: 12 }, () => 0)]);

function failure(number: number, message: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(number, 0);
  head.writeUInt8(1, 4);
  head.writeUInt8(14, 5);
  head.writeUInt16LE(message.length, 6);
  return token(0xaa, Buffer.concat([head, wide(message), Buffer.from([0, 0, 1, 0, 0, 0])]));
}

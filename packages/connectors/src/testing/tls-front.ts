import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { TestCertificate } from './certificates.ts';

export type TlsFrontOptions = {
  readonly protocol: 'postgresql' | 'mysql';
  /** The server behind, on this machine, which speaks without TLS. */
  readonly port: number;
  readonly certificate: TestCertificate;
};

export type TestFront = { readonly port: number; close(): void };

/** Accepts clients that ask for TLS as their protocol has it, and passes on what they say to a server without TLS. */
export async function startTlsFront(options: TlsFrontOptions): Promise<TestFront> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(options.port, '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.end());
    if (options.protocol === 'postgresql')
      client.once('data', () => {
        client.write('S');
        const secure = upgrade(client, options);
        secure.pipe(behind).pipe(secure);
      });
    else frontMysql(client, behind, options);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function upgrade(client: Socket, { certificate }: TlsFrontOptions): TLSSocket {
  const secure = new TLSSocket(client, {
    isServer: true,
    secureContext: createSecureContext({ cert: certificate.certificate, key: certificate.privateKey }),
  });
  secure.on('error', () => client.destroy());
  return secure;
}

/** Where the capabilities of a greeting stand: after the version and its end, the thread and eight bytes of the scramble. */
const greetingFlags = (greeting: Buffer): number => greeting.indexOf(0, 5) + 14;
const SSL_CAPABILITY = 0x0800;
const SSL_REQUEST_BYTES = 36;

/** The greeting says that the server speaks TLS; the request for it is one packet more, which the server does not count. */
function frontMysql(client: Socket, behind: Socket, options: TlsFrontOptions): void {
  behind.once('data', (greeting: Buffer) => {
    const at = greetingFlags(greeting);
    greeting.writeUInt16LE(greeting.readUInt16LE(at) | SSL_CAPABILITY, at);
    client.write(greeting);
    client.once('data', (request: Buffer) => {
      // The handshake may have come with the request.
      client.pause();
      if (request.length > SSL_REQUEST_BYTES) client.unshift(request.subarray(SSL_REQUEST_BYTES));
      const secure = upgrade(client, options);
      secure.once('data', (login: Buffer) => {
        login[3] = 1;
        behind.write(login);
        behind.once('data', (answer: Buffer) => {
          answer[3] = 3;
          secure.write(answer);
          secure.pipe(behind).pipe(secure);
        });
      });
    });
  });
}

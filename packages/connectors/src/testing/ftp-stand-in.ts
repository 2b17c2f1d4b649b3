import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, rm, rmdir, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { TestCertificate } from './certificates.ts';

type Operation = 'enter' | 'list' | 'stat' | 'read' | 'write' | 'rename' | 'remove' | 'make';

/** A fault to inject into a command. `vague`: it refuses without a reason. */
export type Trouble = 'denied' | 'vague' | 'no space' | 'cut' | 'cut after' | 'silent';

export type FtpOptions = {
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  readonly tls: 'none' | 'explicit' | 'implicit';
  /** Knows MLST, MLSD and EPSV. Else it is as old as RFC 959, with SIZE and MDTM. */
  readonly isModern: boolean;
  /** Renames over another file in one step. */
  readonly renamesOver: boolean;
  readonly certificate: Pick<TestCertificate, 'certificate' | 'privateKey'>;
};

export type FtpStandIn = {
  readonly port: number;
  /** Asked before each command; undefined lets it be done. */
  trouble: (operation: Operation, path: string) => Trouble | undefined;
  /** Commands that came, without their arguments. */
  readonly commands: string[];
  close(): void;
};

/** A server of files over a folder of this machine. */
export async function startFtp(options: FtpOptions): Promise<FtpStandIn> {
  const sockets = new Set<Socket>();
  const standIn: { -readonly [Field in keyof FtpStandIn]: FtpStandIn[Field] } = {
    port: 0,
    trouble: () => undefined,
    commands: [],
    close: () => undefined,
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    new Connection(socket, options, standIn);
  });
  await listen(server);
  standIn.port = (server.address() as AddressInfo).port;
  standIn.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return standIn;
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

const secured = (socket: Socket, { certificate: { certificate: cert, privateKey: key } }: FtpOptions): TLSSocket => {
  return new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ cert, key }) });
};

/** Waits until the connection is encrypted, if it is to be: ended before that it breaks at the client. */
async function handshake(data: Socket): Promise<void> {
  if (!(data instanceof TLSSocket) || data.getCipher() !== undefined) return;
  await Promise.race([once(data, 'secure'), once(data, 'close')]);
}

const REFUSALS: Readonly<Partial<Record<Trouble, string>>> = {
  denied: '550 Permission denied.',
  vague: '550 Could not do it.',
  'no space': '452 Insufficient storage space.',
};

class Connection {
  readonly #raw: Socket;
  readonly #options: FtpOptions;
  readonly #standIn: FtpStandIn;
  #control: Socket;
  #user = '';
  #isIn = false;
  #folder = '/';
  #renamed: string | null = null;
  #isDataSecured = false;
  #data: Promise<Socket> | null = null;
  #queue: Promise<void> = Promise.resolve();

  constructor(socket: Socket, options: FtpOptions, standIn: FtpStandIn) {
    this.#raw = socket;
    this.#options = options;
    this.#standIn = standIn;
    this.#control = options.tls === 'implicit' ? secured(socket, options) : socket;
    socket.on('error', () => undefined);
    this.#hear();
    this.#say('220 Ready.');
  }

  #hear(): void {
    let rest = '';
    const socket = this.#control;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (socket !== this.#control) return;
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        this.#queue = this.#queue.then(() => this.#obey(line)).catch(() => void this.#raw.destroy());
    });
  }

  #say(line: string): void {
    if (this.#control.writable) this.#control.write(`${line}\r\n`);
  }

  #path = (argument: string): string => posix.resolve('/', this.#folder, argument);
  #at = (path: string): string => join(this.#options.folder, path);

  async #obey(line: string): Promise<void> {
    const [verb = '', ...words] = line.split(' ');
    const command = verb.toUpperCase();
    const argument = words.join(' ');
    this.#standIn.commands.push(command);
    const { tls, isModern, user, password } = this.#options;
    switch (command) {
      case 'AUTH':
        if (tls !== 'explicit') return this.#say('502 Not implemented.');
        this.#say('234 Begin.');
        this.#control = secured(this.#raw, this.#options);
        return this.#hear();
      case 'USER':
        if (tls === 'explicit' && this.#control === this.#raw) return this.#say('530 Sign in by TLS only.');
        this.#user = argument;
        return this.#say('331 Password?');
      case 'PASS':
        this.#isIn = this.#user === user && argument === password;
        return this.#say(this.#isIn ? '230 Welcome.' : '530 Login incorrect.');
    }
    if (!this.#isIn) return this.#say('530 Please sign in.');
    switch (command) {
      case 'FEAT':
        return this.#say(
          isModern ? '211-Features:\r\n MLST type*;size*;modify*;\r\n EPSV\r\n211 End' : '502 Unknown command.',
        );
      case 'TYPE':
      case 'STRU':
      case 'OPTS':
      case 'PBSZ':
        return this.#say('200 So be it.');
      case 'PROT':
        this.#isDataSecured = argument === 'P';
        return this.#say('200 So be it.');
      case 'PWD':
        return this.#say(`257 "${this.#folder}" is it.`);
      case 'EPSV':
        return isModern
          ? this.#openPassive((port) => `229 Entering extended passive mode (|||${port}|)`)
          : this.#say('500 Unknown command.');
      case 'PASV':
        return this.#openPassive((port) => `227 Entering passive mode (127,0,0,1,${port >> 8},${port & 255}).`);
      case 'QUIT':
        this.#say('221 Bye.');
        return void this.#raw.end();
      default:
        return this.#touch(command, argument);
    }
  }

  async #openPassive(answer: (port: number) => string): Promise<void> {
    const server = createServer();
    // A client that was cut off never connects.
    const close = (): void => void server.close();
    this.#raw.once('close', close);
    await listen(server);
    if (this.#raw.destroyed) return close();
    this.#data = new Promise((resolve) =>
      server.once('connection', (socket) => {
        this.#raw.off('close', close);
        close();
        socket.on('error', () => undefined);
        const data = this.#isDataSecured ? secured(socket, this.#options) : socket;
        data.on('error', () => undefined);
        resolve(data);
      }),
    );
    this.#say(answer((server.address() as AddressInfo).port));
  }

  /** Does a command about a path, or has the trouble that is planted. */
  async #touch(command: string, argument: string): Promise<void> {
    const path = this.#path(argument.replace(/^-a ?/, ''));
    const operation = OPERATIONS[command];
    if (operation === undefined) return this.#say('502 Unknown command.');
    const trouble = this.#standIn.trouble(operation, path);
    if (trouble === 'silent') return new Promise<void>(() => undefined);
    if (trouble === 'cut') {
      this.#raw.destroy();
      return;
    }
    const refusal = trouble === undefined ? undefined : REFUSALS[trouble];
    if (refusal !== undefined) return this.#say(refusal);
    try {
      const answer = await this.#work(command, path);
      if (trouble === 'cut after') this.#raw.destroy();
      else this.#say(answer);
    } catch (error) {
      this.#say(refusalOf((error as NodeJS.ErrnoException).code));
    }
  }

  async #work(command: string, path: string): Promise<string> {
    const here = this.#at(path);
    const { isModern, renamesOver } = this.#options;
    switch (command) {
      case 'CWD':
        if (!(await stat(here)).isDirectory()) return '550 Not a directory.';
        this.#folder = path;
        return '250 Entered.';
      case 'SIZE':
      case 'MDTM': {
        const facts = await stat(here);
        if (!facts.isFile()) return '550 Not a plain file.';
        return `213 ${command === 'SIZE' ? facts.size : stamp(facts.mtimeMs)}`;
      }
      case 'MLST':
        if (!isModern) return '500 Unknown command.';
        return `250-Listing\r\n ${factsLine(await stat(here))} ${path}\r\n250 End`;
      case 'MLSD':
        if (!isModern) return '500 Unknown command.';
        return this.#send(async function* (): AsyncGenerator<string> {
          for await (const [name, facts] of entriesOf(here))
            yield `${factsLine(facts, await targetOf(join(here, name)))} ${name}\r\n`;
        });
      case 'LIST':
        return this.#send(async function* (): AsyncGenerator<string> {
          for await (const [name, facts] of entriesOf(here))
            yield longLine(name, facts, await targetOf(join(here, name)));
        });
      case 'RETR':
        await stat(here);
        return this.#send(() => createReadStream(here));
      case 'STOR':
        return this.#receive(here);
      case 'DELE':
        await rm(here);
        return '250 Removed.';
      case 'MKD':
        await mkdir(here);
        return `257 "${path}" made.`;
      case 'RMD':
        await rmdir(here);
        return '250 Removed.';
      case 'RNFR':
        await stat(here);
        this.#renamed = here;
        return '350 To what?';
      default: {
        const from = this.#renamed ?? '';
        if (!renamesOver && (await stat(here).catch(() => null))) return '553 File exists.';
        await rename(from, here);
        return '250 Renamed.';
      }
    }
  }

  async #send(content: () => AsyncIterable<string | Buffer>): Promise<string> {
    const data = await this.#data;
    if (!data) return '425 No connection.';
    this.#say('150 Coming.');
    await handshake(data);
    await pipeline(content(), data);
    return '226 Done.';
  }

  async #receive(path: string): Promise<string> {
    const data = await this.#data;
    if (!data) return '425 No connection.';
    this.#say('150 Send it.');
    try {
      await handshake(data);
      await pipeline(data, createWriteStream(path));
    } catch {
      return '426 The connection was cut.';
    }
    return '226 Done.';
  }
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  CWD: 'enter',
  LIST: 'list',
  MLSD: 'list',
  MLST: 'stat',
  SIZE: 'stat',
  MDTM: 'stat',
  RETR: 'read',
  STOR: 'write',
  RNFR: 'rename',
  RNTO: 'rename',
  DELE: 'remove',
  RMD: 'remove',
  MKD: 'make',
};

/** The names of a folder and what is there, without what was removed meanwhile. */
async function* entriesOf(folder: string): AsyncGenerator<readonly [string, Facts]> {
  for (const name of await readdir(folder)) {
    const facts = await lstat(join(folder, name)).catch(() => null);
    if (facts !== null) yield [name, facts];
  }
}

type Facts = { readonly size: number; readonly mtimeMs: number; isDirectory(): boolean };

const stamp = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace(/\D/g, '');

/** Where a link leads; null for what is none. */
const targetOf = (path: string): Promise<string | null> => readlink(path).catch(() => null);

function factsLine(facts: Facts, target: string | null = null): string {
  const type = target === null ? (facts.isDirectory() ? 'dir' : 'file') : `OS.unix=slink:${target}`;
  return `type=${type};size=${facts.size};modify=${stamp(facts.mtimeMs)};`;
}

function longLine(name: string, facts: Facts, target: string | null): string {
  const type = target === null ? (facts.isDirectory() ? 'd' : '-') : 'l';
  const shown = target === null ? name : `${name} -> ${target}`;
  return `${type}rw-r--r--   1 ann  ann  ${facts.size} Jan 01  2020 ${shown}\r\n`;
}

function refusalOf(code: string | undefined): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return '550 No such file or directory.';
  return code === 'EACCES' || code === 'EPERM' ? '550 Permission denied.' : '550 It failed.';
}

import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import type { Attributes, AuthContext, Connection, SFTPWrapper } from 'ssh2';
import ssh2 from 'ssh2';
import { forwardTcp } from './forward-tcp.ts';

type Operation = 'open' | 'read' | 'write' | 'rename' | 'remove' | 'list' | 'stat';

/** A fault to inject into a request. */
export type Trouble = 'denied' | 'no space' | 'cut' | 'cut after' | 'silent';

export type StandInOptions = {
  readonly folder: string;
  readonly hostKey: string;
  readonly user: string;
  readonly password: string;
  /** The public key that may sign in, as OpenSSH writes it. */
  readonly publicKey: string;
  /** Whether its host key signs only with SHA-1, as those of old servers do. */
  readonly isSha1Only: boolean;
};

export type StandIn = {
  readonly port: number;
  /** Asked before each request; undefined lets it be done. */
  trouble: (operation: Operation, path: string) => Trouble | undefined;
  /** Whether those who sign in from now on may have connections forwarded. */
  forwards: boolean;
  close(): void;
};

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;
const SHA1 = { serverHostKey: ['ssh-rsa' as const] };

/** A server of the library that the connector uses, over a folder of this machine. It has no extensions of OpenSSH. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const connections = new Set<Connection>();
  const standIn: { -readonly [Field in keyof StandIn]: StandIn[Field] } = {
    port: 0,
    trouble: () => undefined,
    forwards: true,
    close: () => undefined,
  };
  const server = new ssh2.Server(
    { hostKeys: [options.hostKey], algorithms: options.isSha1Only ? SHA1 : {} },
    (connection) => {
      connections.add(connection);
      // The declared type lacks it.
      (connection as Connection & { setNoDelay(isOn: boolean): void }).setNoDelay(true);
      connection.on('error', () => undefined);
      connection.on('close', () => connections.delete(connection));
      connection.on('authentication', (context) => {
        if (mayEnter(context, options)) context.accept();
        else context.reject(['password', 'publickey']);
      });
      if (standIn.forwards) forwardTcp(connection);
      connection.on('ready', () =>
        connection.on('session', (accept) =>
          accept().on('sftp', (start) => serve(start(), options.folder, connection, standIn)),
        ),
      );
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.port = (server.address() as AddressInfo).port;
  standIn.close = () => {
    for (const connection of connections) connection.end();
    server.close();
  };
  return standIn;
}

function mayEnter(context: AuthContext, { user, password, publicKey }: StandInOptions): boolean {
  if (context.username !== user) return false;
  if (context.method === 'password') return context.password === password;
  if (context.method !== 'publickey') return false;
  const allowed = ssh2.utils.parseKey(publicKey);
  if (allowed instanceof Error || Array.isArray(allowed)) throw new Error('the public key is malformed');
  if (!allowed.getPublicSSH().equals(context.key.data)) return false;
  const { blob, signature, hashAlgo } = context;
  return signature === undefined || (blob !== undefined && allowed.verify(blob, signature, hashAlgo) === true);
}

type OpenThing = { readonly path: string; readonly file?: FileHandle; names?: readonly string[] };

function serve(sftp: SFTPWrapper, folder: string, connection: Connection, standIn: StandIn): void {
  const things = new Map<number, OpenThing>();
  let next = 0;
  connection.on('close', () => {
    for (const { file } of things.values()) void file?.close();
  });
  const at = (path: string): string => join(folder, path);
  const thingOf = (handle: Buffer): OpenThing => things.get(handle.readUInt32BE()) ?? { path: '' };
  const keep = (thing: OpenThing): Buffer => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(next);
    things.set(next, thing);
    next += 1;
    return handle;
  };
  /** Does a request and answers it, or its failure, or has the trouble that is planted. */
  const run = (id: number, operation: Operation, path: string, work: () => Promise<void>): void => {
    const trouble = standIn.trouble(operation, path);
    if (trouble === 'silent') return;
    if (trouble === 'cut') return void connection.end();
    const refusal = trouble === undefined ? undefined : REFUSALS[trouble];
    if (refusal !== undefined) return void sftp.status(id, ...refusal);
    const doing = trouble === 'cut after' ? work().then(() => connection.end()) : work();
    doing.catch((error: NodeJS.ErrnoException) => sftp.status(id, statusOf(error.code), error.code));
  };
  const done = (id: number): void => sftp.status(id, STATUS_CODE.OK);

  sftp.on('REALPATH', (id, path) =>
    run(id, 'stat', path, async () => {
      const root = await realpath(at('/'));
      const real = await realpath(at(path)).catch(() => at(path));
      sftp.name(id, [{ filename: `/${relative(root, real)}`, longname: '', attrs: {} as Attributes }]);
    }),
  );
  sftp.on('OPEN', (id, path, flags) =>
    run(id, 'open', path, async () => {
      const mode = (flags & OPEN_MODE.WRITE) !== 0 ? WRITE_NEW : constants.O_RDONLY;
      sftp.handle(id, keep({ path, file: await open(at(path), mode, 0o640) }));
    }),
  );
  sftp.on('READ', (id, handle, offset, length) => {
    const { path, file } = thingOf(handle);
    run(id, 'read', path, async () => {
      const { bytesRead = 0, buffer } = (await file?.read(Buffer.alloc(length), 0, length, offset)) ?? {};
      if (bytesRead === 0 || buffer === undefined) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, buffer.subarray(0, bytesRead));
    });
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    const { path, file } = thingOf(handle);
    const bytes = Buffer.from(data);
    run(id, 'write', path, async () => {
      await file?.write(bytes, 0, bytes.length, offset);
      done(id);
    });
  });
  sftp.on('CLOSE', (id, handle) => {
    const thing = thingOf(handle);
    things.delete(handle.readUInt32BE());
    void (thing.file?.close() ?? Promise.resolve()).then(() => done(id));
  });
  sftp.on('FSTAT', (id, handle) => {
    const { path, file } = thingOf(handle);
    run(id, 'stat', path, async () => {
      if (file !== undefined) sftp.attrs(id, attributesOf(await file.stat()));
    });
  });
  sftp.on('STAT', (id, path) => run(id, 'stat', path, async () => sftp.attrs(id, attributesOf(await stat(at(path))))));
  sftp.on('OPENDIR', (id, path) =>
    run(id, 'list', path, async () => sftp.handle(id, keep({ path, names: await readdir(at(path)) }))),
  );
  sftp.on('READDIR', (id, handle) => {
    const thing = thingOf(handle);
    run(id, 'list', thing.path, async () => {
      const { names = [] } = thing;
      thing.names = [];
      if (names.length === 0) return sftp.status(id, STATUS_CODE.EOF);
      const entries = names.map(async (filename) => {
        const attrs = attributesOf(await lstat(join(at(thing.path), filename)).catch(() => NOTHING));
        return { filename, longname: filename, attrs };
      });
      sftp.name(id, await Promise.all(entries));
    });
  });
  sftp.on('MKDIR', (id, path) => run(id, 'open', path, () => mkdir(at(path)).then(() => done(id))));
  sftp.on('REMOVE', (id, path) => run(id, 'remove', path, () => rm(at(path)).then(() => done(id))));
  sftp.on('RENAME', (id, from, to) =>
    run(id, 'rename', to, async () => {
      // As version 3 of the protocol wants it.
      if (await stat(at(to)).catch(() => null)) return sftp.status(id, STATUS_CODE.FAILURE, 'File exists');
      await rename(at(from), at(to));
      done(id);
    }),
  );
}

const REFUSALS: Readonly<Partial<Record<Trouble, readonly [status: number, text: string]>>> = {
  denied: [STATUS_CODE.PERMISSION_DENIED, 'Permission denied'],
  'no space': [STATUS_CODE.FAILURE, 'No space left on device'],
};
const WRITE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
const NOTHING = { mode: 0, uid: 0, gid: 0, size: 0, atimeMs: 0, mtimeMs: 0 };

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: typeof NOTHING): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
});

function statusOf(code: string | undefined): number {
  if (code === 'ENOENT' || code === 'ENOTDIR') return STATUS_CODE.NO_SUCH_FILE;
  return code === 'EACCES' || code === 'EPERM' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE;
}

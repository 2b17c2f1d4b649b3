import { createHash } from 'node:crypto';
import type { Attributes, FileEntryWithStats } from 'ssh2';
import { isMissing, RemoteFailure } from '../../remote-files/remote-failure.ts';
import type { FileFacts, FolderEntry, OpenFile, RemoteFiles, WrittenFile } from '../../remote-files/remote-files.ts';
import { FAILURE, isUnsupported, sftpFailure } from './failures.ts';
import type { Session } from './session.ts';

/** Requests in flight while a file is read or written: enough for a link of 1 MB per round trip. */
const IN_FLIGHT = 32;
/** Bytes of a request: with its head they fill four packets of SSH. The library splits them for servers other than OpenSSH. */
const PIECE = 4 * 32 * 1024 - 64;
/** A disk with less room counts as full once the server refuses to write. */
const FULL_BYTES = 1024 * 1024;

/** The facts of what is at a path, links followed; null when there is nothing. */
async function statFile(session: Session, path: string): Promise<FileFacts | null> {
  try {
    return factsOf(await session.ask<Attributes>(path, (sftp, done) => sftp.stat(path, done)));
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** By the bits of the mode that hold the type. */
const KINDS: ReadonlyMap<number, FileFacts['kind']> = new Map([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
]);

const factsOf = ({ mode, size, mtime }: Attributes): FileFacts => ({
  kind: KINDS.get(mode & 0o170000) ?? 'other',
  size,
  modified: mtime * 1000,
});

/** Lists a folder; empty when it does not exist. */
async function listFolder(session: Session, path: string): Promise<readonly FolderEntry[]> {
  try {
    const entries = await session.ask<FileEntryWithStats[]>(path, (sftp, done) => sftp.readdir(path, done));
    return entries
      .filter(({ filename }) => filename !== '.' && filename !== '..')
      .map(({ filename, attrs }) => ({ name: filename, ...factsOf(attrs) }));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

type Handle = { readonly handle: Buffer; readonly path: string };

async function openFile(session: Session, path: string, flags: 'r' | 'wx'): Promise<Handle> {
  return { handle: await session.ask<Buffer>(path, (sftp, done) => sftp.open(path, flags, 0o640, done)), path };
}

const closeFile = (session: Session, { handle, path }: Handle): Promise<void> =>
  session.ask<void>(path, (sftp, done) => sftp.close(handle, (error) => done(error, undefined)));

/** The facts of an open file. */
const statOpen = async (session: Session, { handle, path }: Handle): Promise<FileFacts> =>
  factsOf(await session.ask<Attributes>(path, (sftp, done) => sftp.fstat(handle, done)));

/**
 * The first `size` bytes of an open file, in order, with several requests in flight. Ends early where the file does.
 * Keeps at most four megabytes, however slowly it is read.
 */
async function* readOpen(session: Session, file: Handle, size: number): AsyncGenerator<Buffer> {
  const flying: Promise<Buffer>[] = [];
  let next = 0;
  for (;;) {
    while (flying.length < IN_FLIGHT && next < size) {
      const piece = readPiece(session, file, next, Math.min(PIECE, size - next));
      // It may fail before its turn comes.
      piece.catch(() => undefined);
      flying.push(piece);
      next += PIECE;
    }
    const first = flying.shift();
    if (first === undefined) return;
    const bytes = await first;
    if (bytes.length > 0) yield bytes;
    if (bytes.length < PIECE && flying.length > 0) return;
  }
}

/** One piece of a file, in as many requests as the server's short answers take. Shorter only at the end of the file. */
async function readPiece(session: Session, { handle, path }: Handle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let got = 0;
  while (got < length) {
    const count = await session.ask<number>(path, (sftp, done) =>
      sftp.read(handle, buffer, got, length - got, start + got, (error, bytes) =>
        isEnd(error) ? done(null, 0) : done(error, bytes),
      ),
    );
    if (count === 0) break;
    got += count;
  }
  return buffer.subarray(0, got);
}

const END_OF_FILE = 1;
const isEnd = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === END_OF_FILE;

/** A text of at most a few kilobytes; null when there is no such file. */
async function readText(session: Session, path: string): Promise<string | null> {
  let file: Handle;
  try {
    file = await openFile(session, path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const pieces: Buffer[] = [];
  for await (const piece of readOpen(session, file, PIECE)) pieces.push(piece);
  await closeFile(session, file);
  return Buffer.concat(pieces).toString('utf8');
}

/** The hash of a whole file. */
async function hashFile(session: Session, path: string, size: number): Promise<string> {
  const file = await openFile(session, path, 'r');
  const hash = createHash('sha256');
  for await (const piece of readOpen(session, file, size)) hash.update(piece);
  await closeFile(session, file);
  return hash.digest('hex');
}

/** Writes a new file to its end, and down to the disk where the server can. Throws when there is one already. */
async function writeFile(
  session: Session,
  path: string,
  body: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<WrittenFile> {
  const file = await openFile(session, path, 'wx');
  const hash = createHash('sha256');
  const flying = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      for (let at = 0; at < chunk.length; at += PIECE) {
        if (flying.size >= IN_FLIGHT) await Promise.race(flying);
        if (failures.length > 0) throw failures[0];
        const piece = chunk.subarray(at, at + PIECE);
        const sent = writePiece(session, file, piece, bytes)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => flying.delete(sent));
        flying.add(sent);
        bytes += piece.length;
      }
    }
    await Promise.all(flying);
    if (failures.length > 0) throw failures[0];
    await synchronize(session, file);
    const { size } = await statOpen(session, file);
    if (size !== bytes) throw sftpFailure(FAILURE, path, `it holds ${size} of ${bytes} bytes`);
    await closeFile(session, file);
    return { bytes, sha256: hash.digest('hex') };
  } catch (error) {
    const failure = await withRoom(session, path, error);
    await closeFile(session, file).catch(() => undefined);
    throw failure;
  }
}

const writePiece = (session: Session, { handle, path }: Handle, piece: Buffer, position: number): Promise<void> =>
  session.ask<void>(path, (sftp, done) =>
    sftp.write(handle, piece, 0, piece.length, position, (error) => done(error, undefined)),
  );

/** Whether a server offers an extension. The library throws at once for one that it does not. */
async function offered(session: Session, path: string, send: Parameters<Session['ask']>[1]): Promise<boolean> {
  try {
    await session.ask(path, send);
    return true;
  } catch (error) {
    if (isUnsupported(error)) return false;
    throw error;
  }
}

const synchronize = (session: Session, { handle, path }: Handle): Promise<boolean> =>
  offered(session, path, (sftp, done) => sftp.ext_openssh_fsync(handle, (error) => done(error, undefined)));

/** Marks a refused write as one for lack of room, where the server reports how much it has. */
async function withRoom(session: Session, path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof RemoteFailure) || error.kind !== 'unclear') return error;
  const room = await session
    .ask<number>(path, (sftp, done) =>
      sftp.ext_openssh_statvfs(path, (failed, facts: unknown) => done(failed, failed ? 0 : freeBytes(facts))),
    )
    .catch(() => null);
  return room !== null && room < FULL_BYTES ? new RemoteFailure('full', path, FAILURE, error.message) : error;
}

function freeBytes(facts: unknown): number {
  const { f_bavail: blocks = 0, f_frsize: blockBytes = 0 } = facts as { f_bavail?: number; f_frsize?: number };
  return Number(blocks) * Number(blockBytes);
}

/** Removes a file. False when there was none. */
async function removeFile(session: Session, path: string): Promise<boolean> {
  try {
    await session.ask<void>(path, (sftp, done) => sftp.unlink(path, (error) => done(error, undefined)));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const renameFile = (session: Session, from: string, to: string): Promise<void> =>
  session.ask<void>(from, (sftp, done) => sftp.rename(from, to, (error) => done(error, undefined)));

/** The files of a signed-in session. */
export const remoteFiles = (session: Session): RemoteFiles => ({
  host: session.host,
  stat: (path) => statFile(session, path),
  realPath: (path) => session.ask<string>(path, (sftp, done) => sftp.realpath(path, done)),
  list: (folder) => listFolder(session, folder),
  open: (path) => openToRead(session, path),
  readText: (path) => readText(session, path),
  hash: (path, size) => hashFile(session, path, size),
  write: (path, body) => writeFile(session, path, body),
  remove: (path) => removeFile(session, path),
  rename: (from, to) => renameFile(session, from, to),
  renameOver: (from, to) =>
    offered(session, from, (sftp, done) => sftp.ext_openssh_rename(from, to, (error) => done(error, undefined))),
  makeFolder: (path) => session.ask<void>(path, (sftp, done) => sftp.mkdir(path, (error) => done(error, undefined))),
  locks: {
    take: (path, text) => takeLock(session, path, text),
    read: (path) => readText(session, path),
    release: async (path) => void (await removeFile(session, path)),
  },
  ignoreAbort: session.ignoreAbort,
  isOpen: session.isOpen,
  close: session.close,
});

async function openToRead(session: Session, path: string): Promise<OpenFile> {
  const file = await openFile(session, path, 'r');
  return {
    read: (size) => readOpen(session, file, size),
    facts: () => statOpen(session, file),
    close: () => closeFile(session, file),
  };
}

/** A lock is a file that is opened exclusively. */
async function takeLock(session: Session, path: string, text: string): Promise<boolean> {
  let file: Handle;
  try {
    file = await openFile(session, path, 'wx');
  } catch (error) {
    if (error instanceof RemoteFailure && error.status === FAILURE) return false;
    throw error;
  }
  try {
    await writePiece(session, file, Buffer.from(text), 0);
    await closeFile(session, file);
    return true;
  } catch (error) {
    await removeFile(session, path).catch(() => undefined);
    throw error;
  }
}

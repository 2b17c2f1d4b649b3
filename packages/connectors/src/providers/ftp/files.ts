import { createHash } from 'node:crypto';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Client, FileInfo } from 'basic-ftp';
import { isMissing, RemoteFailure } from '../../remote-files/remote-failure.ts';
import {
  type FileFacts,
  type FolderEntry,
  joined,
  nameOf,
  type OpenFile,
  parentOf,
  type RemoteFiles,
  type WrittenFile,
} from '../../remote-files/remote-files.ts';
import { factsOfAnswer, type Refusal, saysDenied, saysMissing } from './answers.ts';
import { ftpFailure, UNAVAILABLE } from './failures.ts';
import type { Session } from './session.ts';

/** The files of a signed-in session. */
export const remoteFiles = (session: Session): RemoteFiles => ({
  host: session.host,
  stat: (path) => statFile(session, path),
  realPath: async (path) => at(session, path),
  list: (folder) => listFolder(session, folder),
  open: async (path) => openToRead(session, path),
  readText: (path) => readText(session, path),
  hash: (path, size) => hashFile(session, path, size),
  write: (path, body) => writeFile(session, path, body),
  remove: (path) => removeFile(session, path),
  rename: (from, to) =>
    session.run(from, async (client) => void (await client.rename(at(session, from), at(session, to)))),
  renameOver: (from, to) => renameOver(session, from, to),
  makeFolder: (path) => session.run(path, async (client) => void (await client.send(`MKD ${at(session, path)}`))),
  locks: {
    take: (path, text) => takeLock(session, path, text),
    read: (path) => readLock(session, path),
    release: (path) => releaseLock(session, path),
  },
  ignoreAbort: session.ignoreAbort,
  isOpen: session.isOpen,
  close: session.close,
});

/** Absolute, since listing a folder enters it. */
const at = ({ home }: Session, path: string): string =>
  path.startsWith('/') ? path : path === '.' ? home : joined(home, path);

const MAX_TRIES = 5;

/** The result of an exchange about a path; null when it leads nowhere. Throws for what is there and refused. */
async function unlessNowhere<Result>(
  session: Session,
  path: string,
  exchange: (client: Client) => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  for (let tries = 1; ; tries += 1) {
    const done = await session.attempt(exchange);
    if ('result' in done) return done;
    const { refusal } = done;
    if (await isNowhere(session, path, refusal)) return null;
    // It may have come between the refusal and the listing, as a lock does that others take and release.
    if (tries === MAX_TRIES) throw new RemoteFailure('denied', path, refusal.code, refusal.message);
  }
}

/** Whether a refused path leads nowhere. A server that says neither that nor that it is denied has the folder above listed. */
async function isNowhere(session: Session, path: string, refusal: Refusal): Promise<boolean> {
  if (refusal.code !== UNAVAILABLE || saysDenied(refusal)) throw ftpFailure(refusal, path);
  if (saysMissing(refusal)) return true;
  const whole = at(session, path);
  if (whole === '/') throw ftpFailure(refusal, path);
  const entries = await listFolder(session, parentOf(whole));
  return !entries.some(({ name }) => name === nameOf(whole));
}

const UNKNOWN_COMMAND: ReadonlySet<number> = new Set([500, 502, 504]);

async function statFile(session: Session, path: string): Promise<FileFacts | null> {
  const whole = at(session, path);
  if (session.features.has('MLST')) {
    const answer = await unlessNowhere(session, path, (client) => client.send(`MLST ${whole}`));
    return answer && factsOfAnswer(answer.result);
  }
  const size = await session.attempt((client) => client.size(whole));
  if ('refusal' in size) {
    // Folders have no size.
    const entered = await unlessNowhere(session, path, (client) => client.cd(whole));
    return entered && { kind: 'folder', size: 0, modified: null };
  }
  const modified = await unlessNowhere(session, path, async (client) => {
    const answer = await client.sendIgnoringError(`MDTM ${whole}`);
    // A server that does not know the command shows no exact time; the size alone says whether the file is the same.
    return UNKNOWN_COMMAND.has(answer.code) ? null : (await client.lastMod(whole)).getTime();
  });
  return modified && { kind: 'file', size: size.result, modified: modified.result };
}

async function listFolder(session: Session, path: string): Promise<readonly FolderEntry[]> {
  // It is entered first: some servers list what does not exist as an empty folder.
  const entered = await unlessNowhere(session, path, (client) => client.cd(at(session, path)));
  if (entered === null) return [];
  const entries = await session.run(path, (client) => client.list());
  return entries
    .filter(({ name }) => name !== '.' && name !== '..')
    .map((info) => ({
      name: info.name,
      ...factsOf(info),
      ...(info.link === undefined ? {} : { target: info.link }),
    }));
}

const factsOf = ({ isFile, isDirectory, isSymbolicLink, size, modifiedAt }: FileInfo): FileFacts => ({
  kind: isFile ? 'file' : isDirectory ? 'folder' : isSymbolicLink ? 'link' : 'other',
  size,
  // Times of the older listings are rounded, and in an unknown zone.
  modified: modifiedAt?.getTime() ?? null,
});

function openToRead(session: Session, path: string): OpenFile {
  return {
    read: (size) => readFile(session, path, size),
    facts: () => statFile(session, path),
    close: async () => undefined,
  };
}

async function* readFile(session: Session, path: string, size: number): AsyncGenerator<Buffer> {
  const passed = new PassThrough();
  const failures: Error[] = [];
  const transfer = session
    .run(path, (client) => client.downloadTo(passed, at(session, path)))
    .catch((error: unknown) => {
      const failure = error instanceof Error ? error : new Error('aborted');
      failures.push(failure);
      passed.destroy(failure);
    });
  let left = size;
  for await (const chunk of passed as AsyncIterable<Buffer>) {
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
  }
  await transfer;
  // The data may have ended as usual before the server says that something is wrong.
  const [failure] = failures;
  if (failure) throw failure;
}

const MAX_TEXT = 64 * 1024;

async function readText(session: Session, path: string): Promise<string | null> {
  const read = async (client: Client): Promise<string> => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const collected = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        pieces.push(chunk);
        done(bytes > MAX_TEXT ? new Error('the text is too long') : null);
      },
    });
    await client.downloadTo(collected, at(session, path));
    return Buffer.concat(pieces).toString('utf8');
  };
  return (await unlessNowhere(session, path, read))?.result ?? null;
}

async function hashFile(session: Session, path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readFile(session, path, size)) hash.update(piece);
  return hash.digest('hex');
}

async function writeFile(
  session: Session,
  path: string,
  body: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  /** The error that the body itself threw. */
  let failure: { readonly error: unknown } | null = null;
  const counted = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    await session.run(path, (client) =>
      client.uploadFrom(Readable.from(counted(), { objectMode: false }), at(session, path)),
    );
  } catch (error) {
    throw (failure as { readonly error: unknown } | null)?.error ?? error;
  }
  const held = await statFile(session, path);
  if (held?.size !== bytes)
    throw new RemoteFailure('unclear', path, UNAVAILABLE, `it holds ${held?.size ?? 'none'} of ${bytes} bytes`);
  return { bytes, sha256: hash.digest('hex') };
}

const removeFile = async (session: Session, path: string): Promise<boolean> =>
  (await unlessNowhere(session, path, (client) => client.remove(at(session, path)))) !== null;

/** Most servers rename over another file in one step; the others refuse and leave both as they are. */
async function renameOver(session: Session, from: string, to: string): Promise<boolean> {
  const rename = (client: Client) => client.rename(at(session, from), at(session, to));
  const done = await session.attempt(rename);
  if ('result' in done) return true;
  if ((await statFile(session, from)) === null || (await statFile(session, to)) === null)
    throw ftpFailure(done.refusal, from);
  return false;
}

/** A lock is a folder: FTP cannot open a file exclusively, while a folder is made by one only. */
async function takeLock(session: Session, path: string, text: string): Promise<boolean> {
  const made = await session.attempt((client) => client.send(`MKD ${at(session, path)}`));
  if ('refusal' in made) {
    if (saysDenied(made.refusal)) throw ftpFailure(made.refusal, path);
    // There is one, or was until now.
    return false;
  }
  try {
    await writeFile(session, ownerOf(path), [Buffer.from(text)]);
    return true;
  } catch (error) {
    await releaseLock(session, path).catch(() => undefined);
    throw error;
  }
}

const ownerOf = (path: string): string => joined(path, 'owner');

async function readLock(session: Session, path: string): Promise<string | null> {
  const text = await readText(session, ownerOf(path));
  return text ?? ((await statFile(session, path)) === null ? null : '');
}

async function releaseLock(session: Session, path: string): Promise<void> {
  await removeFile(session, ownerOf(path));
  try {
    await session.run(path, (client) => client.send(`RMD ${at(session, path)}`));
  } catch (error) {
    // Another one has released it meanwhile.
    if (!isMissing(error) && (await statFile(session, path)) !== null) throw error;
  }
}

import { RemoteFailure } from './remote-failure.ts';

/** The metadata that a server reports of a file. */
export type FileFacts = {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  /** Epoch milliseconds; null where a listing does not show it exactly. */
  readonly modified: number | null;
};

export type FolderEntry = FileFacts & {
  readonly name: string;
  /** Where a link leads, from its folder, where the listing shows it. */
  readonly target?: string;
};

export type WrittenFile = { readonly bytes: number; readonly sha256: string };

/** A file that is read. */
export type OpenFile = {
  /** The first `size` bytes in order, a few megabytes of them in memory at most. Ends early where the file does. */
  read(size: number): AsyncIterable<Buffer>;
  /** Its facts as they are now. */
  facts(): Promise<FileFacts | null>;
  close(): Promise<void>;
};

/**
 * A signed-in connection to a server of files. Calls throw RemoteFailure for a refusal, NetworkError when the connection breaks
 * or the server is silent, and an aborted signal's reason. One call at a time.
 */
export type RemoteFiles = {
  readonly host: string;
  /** The facts of what is at a path, links followed; null when there is nothing. */
  stat(path: string): Promise<FileFacts | null>;
  /** The absolute path of what is at a path, with links followed where the server does so. */
  realPath(path: string): Promise<string>;
  /** The entries of a folder; none when it does not exist. */
  list(folder: string): Promise<readonly FolderEntry[]>;
  open(path: string): Promise<OpenFile>;
  /** The content of a file of at most 64 kB as UTF-8; null when it does not exist. */
  readText(path: string): Promise<string | null>;
  /** The SHA-256 of the first bytes of a file. */
  hash(path: string, size: number): Promise<string>;
  /** Writes a new file to its end, and down to the disk where the server can. */
  write(path: string, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<WrittenFile>;
  /** Removes a file. False when there was none. */
  remove(path: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  /** Renames over another file in one step. False where the server cannot do that, and nothing was done. */
  renameOver(from: string, to: string): Promise<boolean>;
  /** Makes one folder. */
  makeFolder(path: string): Promise<void>;
  readonly locks: {
    /** Makes a lock that only one can make, with a text. False when there is one. */
    take(path: string, text: string): Promise<boolean>;
    /** The text of a lock, which may not be complete yet; null when there is none. */
    read(path: string): Promise<string | null>;
    release(path: string): Promise<void>;
  };
  /** From now on calls are sent although the signal is aborted, to clean up within so many milliseconds in all. */
  ignoreAbort(milliseconds: number): void;
  /** Whether a call can still be sent. */
  isOpen(): boolean;
  close(): void;
};

/**
 * Renames a file over another, in one step where the server can. Else the other one is first renamed to `aside`, and for that
 * moment there is no file; `restoreAside` brings it back when the program dies in between.
 */
export async function replaceFile(files: RemoteFiles, from: string, to: string, aside: string): Promise<void> {
  if (await files.renameOver(from, to)) return;
  if ((await files.stat(to)) === null) return files.rename(from, to);
  await files.remove(aside);
  await files.rename(to, aside);
  try {
    await files.rename(from, to);
  } catch (error) {
    await restoreAside(files, aside, to);
    throw error;
  }
  await files.remove(aside);
}

/** Brings back a file that was renamed aside and not replaced. */
export async function restoreAside(files: RemoteFiles, aside: string, path: string): Promise<void> {
  if ((await files.stat(aside)) === null) return;
  if ((await files.stat(path)) === null) await files.rename(aside, path);
  else await files.remove(aside);
}

/** Makes a folder and those above it, where they are missing. */
export async function makeFolders(files: RemoteFiles, path: string): Promise<void> {
  if (path === '' || path === '/' || path === '.') return;
  const held = await files.stat(path);
  if (held?.kind === 'folder') return;
  if (held !== null) throw new RemoteFailure('misplaced', path, 0, 'there is a file where the path needs a folder');
  await makeFolders(files, parentOf(path));
  try {
    await files.makeFolder(path);
  } catch (error) {
    // Another delivery may have made it meanwhile.
    if ((await files.stat(path))?.kind !== 'folder') throw error;
  }
}

/** The folder of a path; '.' for a name alone. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '.' : at === 0 ? '/' : path.slice(0, at);
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A path below a folder. */
export const joined = (folder: string, name: string): string =>
  folder === '.' ? name : folder === '/' ? `/${name}` : `${folder}/${name}`;

import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { FileFault, incomplete, overLimit, unreadable } from '../files/file-fault.ts';
import { metered, type UnpackLimits, UnpackMeter } from '../files/unpack-limits.ts';

/** An archive with more files is treated as an attack. */
const MAX_MEMBERS = 10_000;
const LONGEST_NAME = 512;
const STORED = 0;
const DEFLATED = 8;
const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;

/** A file in a zip archive. Its name comes from the archive: it can be shown and matched, but must never be used as a path. */
export type ZipMember = { readonly name: string; readonly bytes: number; readonly entry: Entry };

/** An open zip archive. Members are only written where the caller says, whatever their names are. */
export type ZipArchive = {
  /** Regular files in the order of the directory; folders, links and the systems' own files are left out. */
  readonly members: readonly ZipMember[];
  /** The content of a member, its length and checksum checked. Throws FileFault ARCHIVE_ENCRYPTED or FORMAT_UNREADABLE. */
  open(member: ZipMember): Promise<Readable>;
  close(): void;
};

const isFolder = (name: string): boolean => name.endsWith('/');

/** Whether an entry is a regular file: not a link or device, nor one that an operating system added. */
function isRegular(entry: Entry, name: string): boolean {
  const madeOnUnix = entry.versionMadeBy >> 8 === 3;
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (isFolder(name) || (madeOnUnix && type !== 0 && type !== REGULAR_FILE)) return false;
  return !/(?:^|\/)(?:__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)/i.test(name);
}

const shownName = (name: string): string => name.replace(/\p{Cc}/gu, '').slice(-LONGEST_NAME);

/** The first sentence of the library's message, cut to a length that can be shown. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/[.\n]/, 1)[0]?.slice(0, 120) ?? '';

/** Checks the checksum at the end. */
function checked(member: ZipMember, file: string, format: string): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === member.entry.crc32 ? null : incomplete(file, format, `wrong checksum of ${member.name}`));
    },
  });
}

/**
 * Opens a zip archive, or a file that is one inside (`format` is what people call it). Throws FileFault: FILE_INCOMPLETE,
 * ARCHIVE_LIMIT for what it promises to unpack to or for too many files.
 */
export async function openZip(
  path: string,
  file: { readonly name: string; readonly format: string; readonly bytes: number },
  limits: UnpackLimits,
): Promise<ZipArchive> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false, decodeStrings: false });
  } catch (error) {
    throw incomplete(file.name, file.format, reasonOf(error));
  }
  const members: ZipMember[] = [];
  try {
    if (zip.entryCount > MAX_MEMBERS) throw overLimit(file.name, `${MAX_MEMBERS} files`);
    const declaredRecords = new UnpackMeter(file.name, file.bytes, limits);
    for await (const entry of zip.eachEntry()) {
      // Names are never used as paths, so no name is dangerous.
      const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
      declaredRecords.add(entry.uncompressedSize);
      if (isRegular(entry, name)) members.push({ name: shownName(name), bytes: entry.uncompressedSize, entry });
    }
  } catch (error) {
    zip.close();
    throw error instanceof FileFault ? error : incomplete(file.name, file.format, reasonOf(error));
  }
  const unpacked = new UnpackMeter(file.name, file.bytes, limits);
  return {
    members,
    async open(member) {
      const { entry } = member;
      if (entry.isEncrypted()) throw new FileFault('ARCHIVE_ENCRYPTED', { file: file.name });
      if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
        const reason = `${member.name} is packed by method ${entry.compressionMethod}; only deflate can be unpacked`;
        throw unreadable(file.name, `a ${file.format} file that can be unpacked`, reason);
      }
      const output = checked(member, file.name, file.format);
      const fail = (error: unknown): void =>
        void output.destroy(error instanceof FileFault ? error : incomplete(file.name, file.format, reasonOf(error)));
      const raw = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
        throw incomplete(file.name, file.format, reasonOf(error));
      });
      const limited = metered(unpacked);
      raw.on('error', fail).pipe(limited).on('error', fail).pipe(output);
      output.on('close', () => raw.destroy());
      return output;
    },
    close: () => zip.close(),
  };
}

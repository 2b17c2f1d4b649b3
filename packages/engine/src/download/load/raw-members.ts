import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Compression, FileFormatName } from '@switchboard/model/file-formats';
import { isMember } from '../../archives/member-pattern.ts';
import { openZip, type ZipArchive, type ZipMember } from '../../archives/zip.ts';
import { faultError, unreadable } from '../../files/file-fault.ts';
import { headOf, type NamedFile } from '../../files/named-file.ts';
import { DEFAULT_UNPACK_LIMITS, type UnpackLimits } from '../../files/unpack-limits.ts';
import { checkPacked } from '../../formats/check-content.ts';
import { formatByName } from '../../formats/detect-format.ts';
import type { FileOptions } from '../../formats/file-options.ts';
import { FORMAT_READERS } from '../../formats/registry.ts';
import { compressionOf } from './unpack.ts';

/** A file with rows: a raw file, or a member of an archive. */
export type RawMember = {
  readonly filename: string;
  /** Whether the raw file has other members with rows. */
  readonly isOneOfSeveral: boolean;
  /** Whether its name does not say that it holds rows: it is read if its header fits. */
  readonly isDoubtful: boolean;
  /** Whether it is a member of an archive, which has a checksum of it. */
  readonly isUnpacked: boolean;
  /** Null: detected from its content. */
  readonly compression: Compression | null;
  /** The path of its content, which is unpacked into `scratch` if necessary. */
  content(scratch: string): Promise<string>;
};

/** Whether an extension names a format, or one of the same family, whose extensions are often mixed up. */
function isSameFamily(named: FileFormatName | null, wanted: FileFormatName): boolean {
  if (named === null || named === wanted) return named === wanted;
  const { family } = FORMAT_READERS[named];
  return family !== undefined && family === FORMAT_READERS[wanted].family;
}

/** Archives of several files. One in another is refused, whatever lies beside it. */
const ARCHIVE = /\.(?:zip|7z|rar|tar|tgz)(?:\.(?:gz|bz2|zst|xz))?$/i;

/**
 * The members of an archive that hold rows, when no pattern says it: the only one; else those of the declared format by
 * their extensions, else of any format. Beside those, `.txt` files and unknown extensions are doubtful.
 */
function membersWithRows(
  members: readonly ZipMember[],
  format: FileFormatName | null,
): { readonly certain: readonly ZipMember[]; readonly doubtful: readonly ZipMember[] } {
  const isVague = ({ name }: ZipMember): boolean => formatByName(name) === null || /\.txt$/i.test(name);
  const isData = ({ name }: ZipMember): boolean => format === null || isSameFamily(formatByName(name), format);
  const certain = members.filter((member) => !isVague(member) && isData(member));
  if (certain.length > 0)
    return { certain, doubtful: members.filter((each) => isVague(each) && !ARCHIVE.test(each.name)) };
  const named = members.filter(({ name }) => format !== null && isSameFamily(formatByName(name), format));
  return { certain: named.length > 0 ? named : members, doubtful: [] };
}

/** A member's name without leading path segments that point out of a folder. */
const shownName = (name: string): string => name.replace(/^(?:[A-Za-z]:)?(?:\.{0,2}\/)+/, '') || 'file';

/**
 * The files with rows in a raw file: itself, or members of a zip archive. `pattern` is that of a table in a bundle: files
 * that fit it are taken whole, archives that do not are searched for members that do. `onLeftOut` gets the names of members that no
 * table takes. Throws PipelineError: FILE_INCOMPLETE, ARCHIVE_LIMIT, ARCHIVE_ENCRYPTED, FORMAT_UNREADABLE.
 */
export async function* rawMembers(
  file: NamedFile,
  pattern: string | null,
  options: FileOptions,
  signal: AbortSignal,
  onLeftOut: (name: string) => void = () => undefined,
  limits: UnpackLimits = DEFAULT_UNPACK_LIMITS,
): AsyncGenerator<RawMember> {
  const { filename, path } = file;
  const compression = await compressionOf(file, options);
  const isTaken = pattern === null || isMember(filename, pattern);
  if (compression !== 'zip') {
    if (isTaken)
      yield {
        filename,
        isOneOfSeveral: false,
        isDoubtful: false,
        isUnpacked: false,
        compression,
        content: () => Promise.resolve(path),
      };
    return;
  }
  let archive: ZipArchive | undefined;
  try {
    checkPacked(await headOf(path), filename, compression);
    archive = await openZip(path, { name: filename, format: 'zip', bytes: (await stat(path)).size }, limits);
    const { members, open } = archive;
    if (members.length === 0) throw unreadable(filename, 'a zip archive with rows', 'there is no file in it');
    const fits = ({ name }: ZipMember): boolean => pattern !== null && isMember(shownName(name), pattern);
    const { certain, doubtful } = isTaken
      ? membersWithRows(members, options.format)
      : { certain: members.filter(fits), doubtful: [] };
    const chosen = [...certain, ...doubtful];
    if (isTaken)
      for (const member of members.filter((each) => !chosen.includes(each))) {
        const name = shownName(member.name);
        if (ARCHIVE.test(name))
          throw unreadable(filename, 'a file that can be unpacked', `${name} in it is another archive`);
        onLeftOut(name);
      }
    for (const member of chosen) {
      yield {
        filename: shownName(member.name),
        isOneOfSeveral: chosen.length > 1,
        isDoubtful: doubtful.includes(member),
        isUnpacked: true,
        compression: null,
        async content(scratch) {
          const to = join(scratch, 'member');
          try {
            await pipeline(await open(member), createWriteStream(to), { signal });
          } catch (error) {
            throw signal.aborted ? signal.reason : faultError(error);
          }
          return to;
        },
      };
    }
  } catch (error) {
    throw faultError(error);
  } finally {
    archive?.close();
  }
}

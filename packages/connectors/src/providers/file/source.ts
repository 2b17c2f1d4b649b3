import { basename, isAbsolute, join, relative } from 'node:path';
import { pipeline } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate } from '@switchboard/model/plan';
import { hasWildcard } from '@switchboard/model/text/glob';
import { countBody } from '../../listing/count-body.ts';
import { isPlainPath, walkedPattern } from '../../listing/match-files.ts';
import { codeOf } from '../../network/network-error.ts';
import type { ConnectorContext, ListedFile, ListRequest, SourceConnector, SourceFile, WantedFile } from '../../spec.ts';
import { SOURCE_PARAMETERS } from './connector.ts';
import { candidates, isBelow, type NotOpened, type OpenedFile, openBelow } from './folders.ts';
import { listFiles, TooManyFiles } from './list-files.ts';

/** Files on a disk of the machine that runs the work, below the folders that its administrator opened for reading. */
export const source: SourceConnector = {
  async list(request, context) {
    const { path: template, refuse } = SOURCE_PARAMETERS.read(request.name, request.parameters);
    const files: ListedFile[] = [];
    const dated = fillTemplate(template, '2000-01-01') !== template;
    const dates = dated ? request.dates : [null];
    if (dates === null || (!dated && /\{[^{}]*\}/.test(template)))
      return refuse('path', 'holds a date, but this download has no report dates');
    for (const reportDate of dates) {
      context.signal.throwIfAborted();
      files.push(...(await listPlace(fillTemplate(template, reportDate), reportDate, request, context)));
    }
    return files;
  },
  async fetch(request, context) {
    return { kind: 'files', files: wantedFiles(request.files ?? [], request, context) };
  },
};

const NO_FILE = 'which is not a file';
const NOT_READABLE = 'which may not be read; its permissions refuse it';
/** Permanent refusals of a disk, by error code. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: NOT_READABLE,
  EPERM: NOT_READABLE,
  ELOOP: 'which is a link that leads nowhere',
  // A socket cannot even be opened.
  ENXIO: NO_FILE,
};

type Named = Pick<ListRequest, 'name' | 'parameters'>;

/** `path` as the script has it. No message shows where the machine keeps its folders. */
const forbidden = (request: Named, path: string): PipelineError =>
  new PipelineError('SOURCE_PATH_FORBIDDEN', { name: request.name, path });

const invalid = (request: Named, reason: string): PipelineError =>
  new PipelineError('PARAMETER_INVALID', { name: request.name, parameter: 'path', reason });

/** The files at one place, of the first open folder that has any. */
async function listPlace(
  path: string,
  reportDate: string | null,
  request: Named,
  context: ConnectorContext,
): Promise<readonly ListedFile[]> {
  const below = walkedPattern(request);
  if (!isPlainPath(path) || (below !== null && !isPlainPath(below))) throw forbidden(request, path);
  const places = candidates(path, context.folders.read);
  if (places.length === 0) throw forbidden(request, path);
  for (const place of places) {
    const base = below === null ? place.folder : place.path;
    const asWritten = (file: string): string => (isAbsolute(path) ? file : relative(place.folder, file) || '.');
    const found: ListedFile[] = [];
    const walked = below === null ? place.path : join(place.path, below);
    for (const file of await pathsAt(walked, place.folder, request, asWritten)) {
      context.signal.throwIfAborted();
      const shown = asWritten(file);
      const opened = await opening(file, place.folder, shown, request);
      if (opened === null) continue;
      await opened.handle.close();
      context.onBytes(0);
      const { bytes: size, modified, node, path: real } = opened;
      const content = node ?? (real === file ? null : asWritten(real));
      found.push({
        path: shown,
        relative: relative(base, file),
        size,
        modified,
        checksum: null,
        reportDate,
        ...(content === null ? {} : { content }),
      });
    }
    if (found.length > 0) return found;
  }
  return [];
}

async function pathsAt(
  path: string,
  folder: string,
  request: Named,
  asWritten: (file: string) => string,
): Promise<readonly string[]> {
  if (!hasWildcard(path)) return [path];
  try {
    return await listFiles(folder, relative(folder, path));
  } catch (error) {
    if (error instanceof TooManyFiles)
      throw invalid(request, 'lists more than 100,000 files; name the folder more closely');
    const failed = failedPath(error);
    throw unreadable(error, asWritten(failed !== null && isBelow(failed, folder) ? failed : path), request);
  }
}

/** The path at which a disk failed. */
const failedPath = (error: unknown): string | null =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null;

async function opening(path: string, folder: string, shown: string, request: Named): Promise<OpenedFile | null> {
  let opened: OpenedFile | NotOpened | null;
  try {
    opened = await openBelow(path, folder);
  } catch (error) {
    throw unreadable(error, shown, request);
  }
  if (opened === 'outside') throw forbidden(request, shown);
  if (opened === 'folder')
    throw invalid(request, `leads to ${shown}, which is a folder; name the files in it, as in ${shown}/*`);
  if (opened === 'no file') throw invalid(request, `leads to ${shown}, ${NO_FILE}`);
  return opened;
}

/** A disk's refusal or failure, as the source's. */
function unreadable(error: unknown, shown: string, request: Named): PipelineError {
  const code = codeOf(error) || 'unknown';
  const refusal = REFUSALS[code];
  if (refusal !== undefined) return invalid(request, `leads to ${shown}, ${refusal}`);
  return new PipelineError('STORAGE_FAILED', { reason: `${request.name}: reading failed (${code})` }, { cause: error });
}

async function* wantedFiles(
  wanted: readonly WantedFile[],
  request: Named,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  for (const file of wanted) {
    context.signal.throwIfAborted();
    yield sourceFile(await openWanted(file, request, context), file.path, context);
  }
}

async function openWanted(file: WantedFile, request: Named, context: ConnectorContext): Promise<OpenedFile> {
  const places = isPlainPath(file.path) ? candidates(file.path, context.folders.read) : [];
  if (places.length === 0) throw forbidden(request, file.path);
  for (const place of places) {
    const opened = await opening(place.path, place.folder, file.path, request);
    if (opened === null) continue;
    if (opened.bytes === (file.size ?? opened.bytes) && opened.modified === (file.modified ?? opened.modified))
      return opened;
    await opened.handle.close();
    throw new PipelineError('SOURCE_FILE_CHANGED', { name: request.name, file: file.path });
  }
  throw new PipelineError('SOURCE_FILE_MISSING', { name: request.name, file: file.path });
}

/** The file as it was when it was opened: one that shrinks or grows meanwhile is being written, and comes again later. */
function sourceFile(opened: OpenedFile, shown: string, context: ConnectorContext): SourceFile {
  const filename = basename(opened.path);
  const { bytes: expected } = opened;
  const endedEarly = (got: number): PipelineError =>
    new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected });
  const body = countBody({ expected, onBytes: context.onBytes, endedEarly });
  const stream = opened.handle.createReadStream({ signal: context.signal, highWaterMark: 256 * 1024 });
  pipeline(stream, body, () => undefined);
  return { filename, url: `file:${shown}`, body, expectedBytes: expected, contentType: null };
}

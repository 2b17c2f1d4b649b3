import { basename, isAbsolute, join, relative } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import { fillTemplate, type ParameterSpec, PipelineError } from '@switchboard/model';
import { readParameters } from '../../fields.ts';
import { codeOf } from '../../network-error.ts';
import type { ConnectorContext, SourceAnswer, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';
import { chooseFiles, type FileChoice } from './choose-files.ts';
import { candidates, isPlainPath, type OpenedFile, openBelow } from './folders.ts';
import { listFiles, TooManyFiles } from './list-files.ts';
import { hasWildcard } from './match-path.ts';

export const FILE_SOURCE_PARAMETERS: readonly ParameterSpec[] = [
  {
    name: 'path',
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Path below the folders that file sources may read. {YYYY-MM-DD} and the like stand for the report date; * and ** match several files. With pattern or regex, the folder in which to look.',
  },
];

/** Files on a disk of the machine that runs the work, below the folders that its administrator opened for reading. */
export const fileSource: SourceConnector = {
  async fetch(request: SourceRequest, context: ConnectorContext): Promise<SourceAnswer> {
    const read = readParameters(request.name, request.parameters);
    const template = read.requiredText('path');
    const path = fillTemplate(template, request.reportDate);
    if (/\{[^{}]*\}/.test(path)) read.refuse('path', 'holds a date, but this download has no report dates');
    const choice = chooseFiles(request);
    if (!isPlainPath(path) || (choice.pattern !== null && !isPlainPath(choice.pattern))) throw forbidden(request, path);
    const places = candidates(path, context.folders.read);
    if (places.length === 0) throw forbidden(request, path);
    return { kind: 'files', files: filesAt(path, places, choice, request, context) };
  },
};

const forbidden = (request: SourceRequest, path: string): PipelineError =>
  new PipelineError('SOURCE_PATH_FORBIDDEN', { name: request.name, path });

type Place = ReturnType<typeof candidates>[number];

async function* filesAt(
  path: string,
  places: readonly Place[],
  choice: FileChoice,
  request: SourceRequest,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  let found = 0;
  for (const place of places) {
    for (const file of await pathsAt(place, choice, request)) {
      context.signal.throwIfAborted();
      const opened = await opening(file, place.folder, request);
      if (opened === null) continue;
      found += 1;
      yield sourceFile(opened, isAbsolute(path) ? file : relative(place.folder, file), context);
    }
    if (found > 0) return;
  }
  throw new PipelineError('SOURCE_FILE_MISSING', {
    name: request.name,
    file: choice.pattern === null ? path : join(path, choice.pattern),
  });
}

async function pathsAt(place: Place, choice: FileChoice, request: SourceRequest): Promise<readonly string[]> {
  const path = choice.pattern === null ? place.path : join(place.path, choice.pattern);
  const base = choice.pattern === null ? place.folder : place.path;
  const taken = (file: string): boolean => choice.takes(relative(base, file));
  if (!hasWildcard(path)) return [path].filter(taken);
  try {
    return (await listFiles(place.folder, relative(place.folder, path))).filter(taken);
  } catch (error) {
    throw error instanceof TooManyFiles ? tooMany(request) : unreadable(error, place.path, request);
  }
}

function tooMany(request: SourceRequest): PipelineError {
  const reason = 'looks at more than 100,000 files; name the folder more closely';
  return new PipelineError('PARAMETER_INVALID', { name: request.name, parameter: 'path', reason });
}

async function opening(path: string, folder: string, request: SourceRequest): Promise<OpenedFile | null> {
  let opened: Awaited<ReturnType<typeof openBelow>>;
  try {
    opened = await openBelow(path, folder);
  } catch (error) {
    throw unreadable(error, path, request);
  }
  if (opened === 'outside') throw forbidden(request, path);
  return opened;
}

/** A disk's refusal or failure, as the source's. */
function unreadable(error: unknown, path: string, request: SourceRequest): PipelineError {
  const code = codeOf(error) || 'unknown';
  if (code === 'EACCES' || code === 'EPERM' || code === 'ELOOP' || code === 'ENXIO') return forbidden(request, path);
  return new PipelineError('STORAGE_FAILED', { reason: `${request.name}: reading failed (${code})` }, { cause: error });
}

/** The file as it was when it was opened: one that shrinks or grows meanwhile is being written, and comes again later. */
function sourceFile(opened: OpenedFile, shown: string, context: ConnectorContext): SourceFile {
  const filename = basename(opened.path);
  let got = 0;
  const body = new Transform({
    transform: (chunk: Buffer, _, done) => {
      got += chunk.length;
      context.onBytes(chunk.length);
      done(null, chunk);
    },
    flush: (done) =>
      done(
        got === opened.bytes
          ? null
          : new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected: opened.bytes }),
      ),
  });
  const stream = opened.handle.createReadStream({ signal: context.signal, highWaterMark: 256 * 1024 });
  pipeline(stream, body, () => undefined);
  return { filename, url: `file:${shown}`, body, expectedBytes: opened.bytes, contentType: null };
}

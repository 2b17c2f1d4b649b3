import { posix } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate } from '@switchboard/model/plan';
import { compileGlob, hasWildcard } from '@switchboard/model/text/glob';
import { countBody } from '../listing/count-body.ts';
import { isPlainPath, walkedPattern } from '../listing/match-files.ts';
import type {
  ConnectorContext,
  ListedFile,
  ListRequest,
  SourceConnector,
  SourceFile,
  SourceRequest,
  WantedFile,
} from '../spec.ts';
import type { FileServer, FindServer } from './file-server.ts';
import { linkedFiles } from './linked-files.ts';
import { SOURCE_PARAMETERS } from './parameters.ts';
import { RemoteFailure } from './remote-failure.ts';
import { type FileFacts, type FolderEntry, joined, nameOf, parentOf, type RemoteFiles } from './remote-files.ts';

const MAX_FILES = 100_000;
const MAX_DEPTH = 32;

/** Files at a server. A file counts as unchanged while its size and its time stay the same. */
export const fileServerSource = (find: FindServer): SourceConnector => ({
  async list(request, context) {
    const { path: template, refuse } = SOURCE_PARAMETERS.read(request.name, request.parameters);
    const isDated = fillTemplate(template, '2000-01-01') !== template;
    const dates = isDated ? request.dates : [null];
    if (dates === null || (!isDated && /\{[^{}]*\}/.test(template)))
      return refuse('path', 'holds a date, but this download has no report dates');
    return atServer(find(request), context, async (files) => {
      const found: ListedFile[] = [];
      for (const reportDate of dates) {
        const path = fillTemplate(template, reportDate);
        if (!isPlainPath(path)) refuse('path', 'must be without empty, . or .. steps, or a slash at the end');
        found.push(...(await listPlace(files, path, reportDate, request)));
      }
      return found;
    });
  },
  async fetch(request, context) {
    return { kind: 'files', files: wantedFiles(find(request), request, context) };
  },
});

/** Runs something on a session, and translates its failures. */
async function atServer<Result>(
  server: FileServer,
  context: ConnectorContext,
  work: (files: RemoteFiles) => Promise<Result>,
): Promise<Result> {
  let files: RemoteFiles | null = null;
  try {
    files = await server.open(context);
    return await work(files);
  } catch (error) {
    context.signal.throwIfAborted();
    throw server.sourceFailure(error);
  } finally {
    files?.close();
  }
}

/** The files at the place of one report date. */
async function listPlace(
  files: RemoteFiles,
  path: string,
  reportDate: string | null,
  request: ListRequest,
): Promise<readonly ListedFile[]> {
  const { refuse } = SOURCE_PARAMETERS.read(request.name, request.parameters);
  const below = walkedPattern(request);
  const found: ListedFile[] = [];
  const links = new Map<string, string | undefined>();
  const walk = new Walk(files, () => refuse('path', 'lists more than 100,000 files; name the folder more closely'));
  const add: Add = (file, { size, modified }, link) => {
    const relative = below !== null ? file.slice(path === '/' ? 1 : path.length + 1) : file;
    if (!isPlainPath(file)) return;
    found.push({ path: file, relative, size, modified, checksum: null, reportDate });
    if (link !== undefined) links.set(file, link.target);
  };
  if (below !== null) await walk.steps(path, below.split('/'), 0, add);
  else if (hasWildcard(path)) {
    const steps = path.split('/');
    const first = steps.findIndex(hasWildcard);
    const fixed = steps.slice(0, first).join('/');
    await walk.steps(fixed || (path.startsWith('/') ? '/' : '.'), steps.slice(first), 0, add);
  } else {
    const facts = await files.stat(path);
    if (facts?.kind === 'folder') refuse('path', `leads to a folder; name the files in it, as in ${path}/*`);
    if (facts !== null) add(path, facts);
  }
  return links.size === 0 ? found : withContents(found, await linkedFiles(files, found, links));
}

/** Adds to links what they lead to. */
const withContents = (found: readonly ListedFile[], contents: ReadonlyMap<string, string>): readonly ListedFile[] =>
  found.map((file) => ({ ...file, ...(contents.has(file.path) ? { content: contents.get(file.path) ?? '' } : {}) }));

type Add = (path: string, facts: FileFacts, link?: { readonly target: string | undefined }) => void;

/** Goes through folders step by step of a pattern. Links to folders are not followed, so that none is entered twice. */
class Walk {
  readonly #files: RemoteFiles;
  readonly #refuse: () => never;
  readonly #found = new Set<string>();
  #seen = 0;

  constructor(files: RemoteFiles, refuse: () => never) {
    this.#files = files;
    this.#refuse = refuse;
  }

  async steps(folder: string, [step, ...rest]: readonly string[], depth: number, add: Add): Promise<void> {
    if (step === undefined || depth > MAX_DEPTH) return;
    const entries = await this.#files.list(folder);
    this.#seen += entries.length;
    if (this.#seen > MAX_FILES) this.#refuse();
    if (step === '**') {
      await this.steps(folder, rest, depth, add);
      for (const { name, kind } of entries)
        if (kind === 'folder' && !name.startsWith('.'))
          await this.steps(joined(folder, name), [step, ...rest], depth + 1, add);
      return;
    }
    const matches = stepMatcher(step);
    for (const { name, ...facts } of entries) {
      if (!matches(name)) continue;
      const path = joined(folder, name);
      if (rest.length > 0 && facts.kind === 'folder') await this.steps(path, rest, depth + 1, add);
      if (rest.length === 0) await this.#add(path, facts, add);
    }
  }

  async #add(path: string, facts: Entry, add: Add): Promise<void> {
    if (this.#found.has(path)) return;
    const isLink = facts.kind === 'link';
    // A listing shows neither where a link leads, nor, at some servers, the exact time.
    const real = isLink || facts.modified === null ? await this.#factsOf(path, facts) : facts;
    if (real?.kind !== 'file') return;
    this.#found.add(path);
    add(path, real, isLink ? { target: facts.target } : undefined);
  }

  /** One entry that is refused does not hide the others: a link that leads nowhere is left out, a file fails once it is read. */
  async #factsOf(path: string, facts: Entry): Promise<FileFacts | null> {
    try {
      return await this.#files.stat(path);
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      if (facts.kind !== 'link') return facts;
      if (facts.target === undefined) throw error;
      const target = posix.resolve(await this.#files.realPath(parentOf(path)), facts.target);
      const beside = await this.#files.list(parentOf(target));
      return beside.find(({ name }) => name === nameOf(target)) ?? null;
    }
  }
}

type Entry = Omit<FolderEntry, 'name'>;

/** Hidden names fit only a step that begins with a dot. */
function stepMatcher(step: string): (name: string) => boolean {
  const matches = compileGlob(step);
  return (name) => name.startsWith('.') === step.startsWith('.') && matches(name);
}

async function* wantedFiles(
  server: FileServer,
  request: SourceRequest,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  for (const wanted of request.files ?? []) {
    context.signal.throwIfAborted();
    // A connection for each file: what a consumer does with one for hours says nothing about the next.
    yield await openWanted(wanted, server, request, context);
  }
}

async function openWanted(
  wanted: WantedFile,
  server: FileServer,
  request: SourceRequest,
  context: ConnectorContext,
): Promise<SourceFile> {
  const { name } = request;
  const missing = (): PipelineError => new PipelineError('SOURCE_FILE_MISSING', { name, file: wanted.path });
  const changed = (): PipelineError => new PipelineError('SOURCE_FILE_CHANGED', { name, file: wanted.path });
  if (!isPlainPath(wanted.path)) throw missing();
  let files: RemoteFiles | null = null;
  try {
    const opened = await server.open(context);
    files = opened;
    const held = await opened.stat(wanted.path);
    if (held === null) throw missing();
    const isSame = (facts: FileFacts | null): boolean =>
      facts?.size === (wanted.size ?? held.size) && facts.modified === (wanted.modified ?? held.modified);
    if (!isSame(held)) throw changed();
    const file = await opened.open(wanted.path);
    const read = async function* (): AsyncGenerator<Buffer> {
      try {
        yield* file.read(held.size);
        // One that was written to meanwhile may be half old and half new.
        if (!isSame(await file.facts())) throw changed();
        await file.close();
      } finally {
        opened.close();
      }
    };
    return sourceFile(Readable.from(read(), { objectMode: false }), opened, wanted, held.size, server, context);
  } catch (error) {
    files?.close();
    context.signal.throwIfAborted();
    throw server.sourceFailure(error);
  }
}

function sourceFile(
  from: Readable,
  files: RemoteFiles,
  { path }: WantedFile,
  expected: number,
  { origin }: FileServer,
  context: ConnectorContext,
): SourceFile {
  const filename = nameOf(path);
  const endedEarly = (got: number, cause?: unknown): PipelineError =>
    new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected }, { cause });
  const translateError = (error: Error, got: number): Error =>
    error instanceof PipelineError || context.signal.aborted ? error : endedEarly(got, error);
  const body = countBody({ expected, onBytes: context.onBytes, endedEarly, translateError });
  // Also when it is never read.
  pipeline(from, body, () => files.close());
  return {
    filename,
    url: `${origin}/${path.replace(/^\//, '')}`,
    body,
    expectedBytes: expected,
    contentType: null,
  };
}

import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PipelineError } from '@switchboard/model/errors/errors';
import { findKeyType } from '@switchboard/model/key-types/key-types';
import { LIMITS } from '@switchboard/model/limits';
import type { Parameters } from '@switchboard/model/plan';
import { chooseFiles } from '../../listing/date-files.ts';
import { codeOf } from '../../network/network-error.ts';
import type { ConnectorContext, KeyProperties, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';
import { PARAMETERS } from './connector.ts';

/** A source that gives the database file, and the name of its parameter for the place. */
type Server = { readonly source: SourceConnector; readonly parameter: 'path' | 'url' };

/** The source of a path, by its scheme, else by the form of the key. Loaded on first use. */
async function serverOf(path: string, key: KeyProperties | null): Promise<Server> {
  if (/^https?:/i.test(path)) return { source: (await import('../http/source.ts')).source, parameter: 'url' };
  const load = async (): Promise<SourceConnector> => {
    if (path.startsWith('s3:')) return (await import('../s3/source.ts')).source;
    if (path.startsWith('gs:')) return (await import('../gcs/source.ts')).source;
    if (path.startsWith('az:')) return (await import('../azure-blob/source.ts')).source;
    if (key === null) return (await import('../file/source.ts')).source;
    const form = findKeyType(key.type)?.form;
    if (form === 'sftp') return (await import('../sftp/source.ts')).source;
    if (form === 'ftp') return (await import('../ftp/source.ts')).source;
    const reason = `keys of type ${key.type} lead to no file server; begin path with https://, s3://, gs:// or az://`;
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  };
  return { source: await load(), parameter: 'path' };
}

/**
 * Copies the database file of a request to a path, and checks that it is whole. Returns the file's name and its place without secrets.
 * Throws as the source of the file does, SOURCE_TOO_LARGE, FORMAT_UNREADABLE or FILE_INCOMPLETE.
 * @param limit the file's greatest size in bytes
 */
export async function fetchDatabase(
  request: SourceRequest,
  context: ConnectorContext,
  to: string,
  limit: number = LIMITS.unpackedBytes,
): Promise<Pick<SourceFile, 'filename' | 'url'>> {
  const { path, refuse } = PARAMETERS.read(request.name, request.parameters);
  const { source, parameter } = await serverOf(path, request.key);
  // The bytes that count are those of the rows. Those of the copy only show that the server is not silent.
  const copying = { ...context, onBytes: () => context.onBytes(0) };
  const parameters: Parameters = { [parameter]: path };
  const files = await listed(source, { ...request, parameters }, copying);
  if (files !== null && files.length > 1) refuse('path', `names ${files.length} files; name one`);
  const missing = new PipelineError('SOURCE_FILE_MISSING', { name: request.name, file: path });
  if (files?.length === 0) throw missing;
  const answer = await source.fetch({ ...request, parameters, ...(files === null ? {} : { files }) }, copying);
  if (answer.kind !== 'files') throw missing;
  for await (const file of answer.files) {
    const { filename, url, body, expectedBytes } = file;
    try {
      await pipeline(body, atMost(limit, filename), createWriteStream(to), { signal: context.signal });
    } catch (error) {
      context.signal.throwIfAborted();
      throw codeOf(error) === 'ENOSPC' ? new PipelineError('STORAGE_FULL', {}, { cause: error }) : error;
    }
    await checkDatabase(to, filename, expectedBytes);
    return { filename, url };
  }
  throw missing;
}

/** Passes bytes on. Errors with SOURCE_TOO_LARGE behind the limit. */
function atMost(limit: number, file: string): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > limit) done(new PipelineError('SOURCE_TOO_LARGE', { file, limit }));
      else done(null, chunk);
    },
  });
}

/** The files at the place of a source that lists; null for one that does not. */
async function listed(source: SourceConnector, request: SourceRequest, context: ConnectorContext) {
  if (source.list === undefined) return null;
  const { name, parameters, reportDate } = request;
  const found = await source.list({ ...request, dates: reportDate === null ? null : [reportDate] }, context);
  return chooseFiles({ name, parameters, dates: null, timezone: 'UTC', now: context.now() }, found).files;
}

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
/** Header fields by their place in the file format: https://www.sqlite.org/fileformat.html */
const AT = { pageSize: 16, writeVersion: 18, readVersion: 19, changes: 24, pages: 28, validFor: 92 } as const;
/** The version of a database without a write-ahead log. */
const WITHOUT_LOG = 1;

/**
 * Checks that a file begins as a database does, and is as long as it says. Marks the copy as one without a write-ahead log: the log is
 * another file, which was not fetched.
 */
async function checkDatabase(path: string, file: string, expected: number | null): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    const { size: got } = await handle.stat();
    if (expected !== null && got !== expected) throw new PipelineError('SOURCE_ENDED_EARLY', { file, got, expected });
    const header = Buffer.alloc(HEADER_BYTES);
    await handle.read(header, 0, HEADER_BYTES, 0);
    if (got < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
      throw new PipelineError('FORMAT_UNREADABLE', {
        file,
        format: 'a SQLite database',
        reason: reasonOf(header, got),
      });
    const pageSize = header.readUInt16BE(AT.pageSize);
    // An old writer leaves a length that is not valid.
    const pages =
      header.readUInt32BE(AT.changes) === header.readUInt32BE(AT.validFor) ? header.readUInt32BE(AT.pages) : 0;
    const length = pages * (pageSize === 1 ? 65_536 : pageSize);
    if (got < length) {
      const reason = `it has ${got} of ${length} bytes`;
      throw new PipelineError('FILE_INCOMPLETE', { file, format: 'SQLite', reason });
    }
    await handle.write(Buffer.from([WITHOUT_LOG, WITHOUT_LOG]), 0, 2, AT.writeVersion);
  } finally {
    await handle.close();
  }
}

function reasonOf(header: Buffer, length: number): string {
  if (length === 0) return 'it is empty';
  if (header[0] === 0x1f && header[1] === 0x8b) return 'it is packed with gzip';
  if (header[0] === 0x50 && header[1] === 0x4b) return 'it is packed with zip';
  if (/^\s*</.test(header.toString('latin1', 0, length))) return 'it is a web page or XML';
  return 'it does not begin as one, which is also so when it is encrypted';
}

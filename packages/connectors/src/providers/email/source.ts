import { pipeline } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { countBody } from '../../listing/count-body.ts';
import { filterOf, hasFilter, isPlainPath } from '../../listing/match-files.ts';
import type {
  ConnectorContext,
  ListedFile,
  ListRequest,
  MailFile,
  MailFiles,
  SourceConnector,
  SourceFile,
  SourceRequest,
  WantedFile,
} from '../../spec.ts';
import { SOURCE_PARAMETERS } from './connector.ts';

const MAX_FILES = 100_000;
const DAY_MS = 86_400_000;

/** Files of received mail, under the paths that the rules of email ingest gave them. A file never changes. */
export const source: SourceConnector = {
  async list(request, context) {
    const { path, content, refuse } = readDeclared(request);
    context.signal.throwIfAborted();
    const below = hasFilter(request);
    const { pattern = '', regex = '' } = filterOf(request);
    const limit = MAX_FILES + 1;
    const found = await mailOf(context).list({ path, below, since: sinceOf(request.dates), limit });
    if (found.length > MAX_FILES) refuse('path', 'lists more than 100,000 files; name the path more closely');
    context.onBytes(0);
    const isTaken = (file: MailFile): boolean => !isDecoration(file) || namesSuffix(`${pattern} ${regex}`, file.name);
    return chooseContent(found.filter(isTaken), content, below).map((file) => listedFile(file, path));
  },
  async fetch(request, context) {
    readDeclared(request);
    return { kind: 'files', files: wantedFiles(request, context) };
  },
};

function readDeclared(request: ListRequest | SourceRequest) {
  const { path, content, refuse } = SOURCE_PARAMETERS.read(request.name, request.parameters);
  if (!isPlainPath(path) || path.startsWith('/') || path.endsWith('/'))
    refuse('path', 'must be the path of a rule of email ingest, such as reports/ads');
  return { path, content, refuse };
}

function mailOf({ mail }: ConnectorContext): MailFiles {
  if (mail === undefined) throw new Error('This work has no access to received mail.');
  return mail;
}

/** A report is mailed on its date in some timezone, or later. */
function sinceOf(dates: readonly string[] | null): number | null {
  const first = dates?.toSorted()[0];
  return first === undefined ? null : Date.parse(first) - DAY_MS;
}

/** Attachments; or bodies, those in HTML only where a filter chooses them or the mail has no other. */
function chooseContent(files: readonly MailFile[], content: string, isFiltered: boolean): readonly MailFile[] {
  if (content === 'attachments') return files.filter(({ kind }) => kind === 'attachment');
  const withText = new Set(files.flatMap(({ kind, mailId }) => (kind === 'text' ? [mailId] : [])));
  return files.filter(
    ({ kind, mailId }) => kind === 'text' || (kind === 'html' && (isFiltered || !withText.has(mailId))),
  );
}

const DECORATION = /\.(?:png|jpe?g|gif|bmp|svg|webp|ico|tiff?|p7s|p7m|p7c|asc|sig|pgp|ics|vcf|eml)$|^winmail\.dat$/i;
const DECORATION_TYPE =
  /^(?:image|message)\/|^text\/(?:calendar|x?-?vcard)|^application\/(?:(?:x-)?pkcs7-\w+|pgp-\w+|(?:vnd\.)?ms-tnef|ics)/;

/** Whether an attachment is a logo, a signature, an invitation or the like, which mail programs add to reports. */
const isDecoration = ({ kind, name, contentType }: MailFile): boolean =>
  kind === 'attachment' && (DECORATION.test(name) || DECORATION_TYPE.test(contentType));

/** Whether a filter names the suffix of a file, so that the declaration wants such files. */
function namesSuffix(filter: string, name: string): boolean {
  const suffix = /\.(\w+)$/.exec(name)?.[1];
  return suffix !== undefined && filter.toLowerCase().includes(suffix.toLowerCase());
}

function listedFile(file: MailFile, declared: string): ListedFile {
  const { path, mailId, kind, name, bytes, sha256, received, subject } = file;
  return {
    path: `${path}/${mailId}/${name}`,
    relative: `${path}/${name}`.slice(declared.length + 1),
    size: bytes,
    modified: received,
    checksum: sha256,
    reportDate: null,
    subject,
    content: sha256,
    // Every body has the same name.
    delivery: `${path}/${kind === 'attachment' ? name : `${kind} ${subject}`}`,
  };
}

async function* wantedFiles(request: SourceRequest, context: ConnectorContext): AsyncGenerator<SourceFile> {
  for (const wanted of request.files ?? []) {
    context.signal.throwIfAborted();
    yield await sourceFile(wanted, request, context);
  }
}

async function sourceFile(wanted: WantedFile, { name }: SourceRequest, context: ConnectorContext): Promise<SourceFile> {
  const steps = wanted.path.split('/');
  const filename = steps.at(-1) ?? '';
  const mailId = steps.at(-2) ?? '';
  const file = UUID.test(mailId) ? await mailOf(context).open(mailId, filename) : null;
  if (file === null) throw new PipelineError('SOURCE_FILE_MISSING', { name, file: wanted.path });
  if (file.sha256 !== (wanted.checksum ?? file.sha256))
    throw new PipelineError('SOURCE_FILE_CHANGED', { name, file: wanted.path });
  const expected = file.bytes;
  const endedEarly = (got: number): PipelineError =>
    new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected });
  const body = countBody({ expected, onBytes: context.onBytes, endedEarly });
  pipeline(await file.read(), body, () => undefined);
  return { filename, url: `email:${wanted.path}`, body, expectedBytes: expected, contentType: null };
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

import { createReadStream } from 'node:fs';
import { fillTemplate, type ParameterSpec, type Parameters, PipelineError } from '@switchboard/model';
import { readParameters } from '../../fields.ts';
import { FILE_FORM_PARAMETERS, fileFormat, fileStages } from '../../file-form.ts';
import { judgeDelivery, refuseCancelled, refuseEmpty } from '../../ledger.ts';
import { isPlainPath } from '../../listing/match-files.ts';
import { midway } from '../../midway.ts';
import { codeOf } from '../../network-error.ts';
import { readSize } from '../../read-size.ts';
import type {
  ConnectorContext,
  Delivered,
  DeliveryContext,
  DeliveryRequest,
  DestinationConnector,
} from '../../spec.ts';
import { candidates } from './folders.ts';
import { ledgerPath, readLedger } from './ledger-file.ts';
import {
  commitFiles,
  discardParts,
  finishCommit,
  OutsideFolder,
  prepareFolder,
  type Renaming,
  sweepData,
  sweepEntries,
  writePart,
} from './write-file.ts';

export const FILE_DESTINATION_PARAMETERS: readonly ParameterSpec[] = [
  {
    name: 'path',
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Path below the folder for file uploads. {YYYY}, {MM}, {DD} stand for the report date, {name} for the upload’s name.',
  },
  ...FILE_FORM_PARAMETERS,
];

/** Files on a disk of the machine that runs the work: written aside, then renamed, so that readers see all or nothing. */
export const fileDestination: DestinationConnector = { formatOf: fileFormat, describe, deliver };

function describe(parameters: Parameters, name: string, reportDate: string | null): string {
  const { path } = parameters;
  return `file · ${fillTemplate(typeof path === 'string' ? path : '', reportDate, { name })}`;
}

type Target = {
  readonly folder: string;
  readonly path: string;
  /** As the script has it, for messages: they never tell where the machine keeps its folders. */
  readonly shown: string;
};

function targetOf(request: DeliveryRequest, context: ConnectorContext): Target {
  const read = readParameters(request.name, request.parameters);
  if (request.mode === 'append' || request.mode === 'upsert')
    read.refuse('mode', 'cannot be used with files, which are replaced as a whole; use replace_date or truncate');
  const path = fillTemplate(read.requiredText('path'), request.reportDate, { name: request.name });
  if (/\{[^{}]*\}/.test(path))
    read.refuse('path', 'holds a token that cannot be filled in; this upload may have no report dates');
  const [target] = isPlainPath(path) ? candidates(path, context.folders.write) : [];
  if (target === undefined || target.path === target.folder) throw forbidden(request, path);
  return { ...target, shown: path };
}

const forbidden = (request: DeliveryRequest, path: string): PipelineError =>
  new PipelineError('DESTINATION_PATH_FORBIDDEN', { name: request.name, path });

async function deliver(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  refuseEmpty(request);
  const target = targetOf(request, context);
  const stages = [midway(request.content.bytes, context), ...fileStages(request)];
  const destination = describe(request.parameters, request.name, request.reportDate);
  try {
    const path = await prepareFolder(target.path, target.folder);
    const ledger = ledgerPath(path, request);
    // Before anything is written, which may need the room. The data first: an attempt whose data are gone cannot show them
    // once the entries have been looked at.
    await sweepData(path, request, context.now());
    await finishCommit(path, ledger, request);
    await sweepEntries(ledger, request, null);
    const sweep = async (): Promise<void> => {
      await sweepData(path, request, context.now());
      await sweepEntries(ledger, request, context.now());
    };
    if (heldAlready(ledger, request)) {
      await sweep();
      return { rows: request.content.rows, bytes: request.content.bytes, destination, alreadyDelivered: true };
    }
    refuseCancelled(request);
    const highWaterMark = readSize(request.content.bytes);
    const part = await writePart(
      path,
      request,
      () => [createReadStream(request.content.path, { highWaterMark }), ...stages],
      context.signal,
    );
    const { content } = request;
    const data = { part: part.path, path };
    const entry = await writeEntry(ledger, request, part.file, context.signal).catch((error: unknown) => {
      discardParts(data);
      throw error;
    });
    const told = { part: entry.path, path: ledger };
    await mayShow(context, [data, told]);
    const already = commitFiles(data, told, () => heldAlready(ledger, request));
    await sweep();
    return { rows: content.rows, bytes: part.bytes, destination, alreadyDelivered: already };
  } catch (error) {
    context.signal.throwIfAborted();
    throw destinationError(error, request, target);
  }
}

/** Writes the entry that tells of the file. */
async function writeEntry(
  ledger: string,
  request: DeliveryRequest,
  file: string,
  signal: AbortSignal,
): ReturnType<typeof writePart> {
  const { fence, content } = request;
  const entry = { fence, sha256: await content.sha256, rows: content.rows, file };
  return writePart(ledger, request, JSON.stringify(entry), signal);
}

/** The last question before the result is shown; nothing of it is left when it may not be. */
async function mayShow(context: DeliveryContext, written: readonly Renaming[]): Promise<void> {
  try {
    await context.fault('before-swap');
    await context.beforeCommit();
    context.signal.throwIfAborted();
  } catch (error) {
    discardParts(...written);
    throw error;
  }
}

/** Whether this very result is there. Throws DESTINATION_SUPERSEDED when a newer one is. */
function heldAlready(ledger: string, request: DeliveryRequest): boolean {
  const verdict = judgeDelivery(request.fence, readLedger(ledger));
  if (verdict === 'superseded') {
    throw new PipelineError('DESTINATION_SUPERSEDED', { name: request.name, date: request.reportDate ?? 'all dates' });
  }
  return verdict === 'already';
}

function destinationError(error: unknown, request: DeliveryRequest, target: Target): unknown {
  if (error instanceof PipelineError) return error;
  if (error instanceof OutsideFolder) return forbidden(request, target.shown);
  const code = isFileForFolder(error) ? 'ENOTDIR' : codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new PipelineError('STORAGE_FULL', {}, { cause: error });
  const refusals: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    EISDIR: 'there is a folder of that name',
    ENOTDIR: 'there is a file where the path needs a folder',
    ENAMETOOLONG: 'the name is too long',
  };
  const reason = refusals[code];
  if (reason !== undefined)
    return new PipelineError('DESTINATION_REFUSED', { reason: `${reason} for ${target.shown}` }, { cause: error });
  return code === ''
    ? error
    : new PipelineError('STORAGE_FAILED', { reason: `writing ${target.shown} failed (${code})` }, { cause: error });
}

/** Making a folder says of a file in its place only that something is there. */
const isFileForFolder = (error: unknown): boolean =>
  codeOf(error) === 'EEXIST' && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';

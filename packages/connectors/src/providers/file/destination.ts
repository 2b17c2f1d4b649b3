import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeDestination } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate } from '@switchboard/model/plan';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { superseded } from '../../delivery/deliver.ts';
import { fileFormat } from '../../delivery/file-form.ts';
import { judgeDelivery } from '../../delivery/ledger.ts';
import { deliverObject } from '../../delivery/object-store.ts';
import { isPlainPath } from '../../listing/match-files.ts';
import { codeOf } from '../../network/network-error.ts';
import type {
  ConnectorContext,
  Delivered,
  DeliveryContext,
  DeliveryRequest,
  DestinationConnector,
  HeldResult,
} from '../../spec.ts';
import { connector, DESTINATION_PARAMETERS } from './connector.ts';
import { candidates, isBelow, realPathOf } from './folders.ts';
import { ledgerPath, readLedger } from './ledger-file.ts';
import {
  commitFiles,
  discardParts,
  finishCommit,
  OutsideFolder,
  prepareFolder,
  sweepData,
  sweepEntries,
  writePart,
} from './write-file.ts';

/** Files on a disk of the machine that runs the work: written aside, then renamed, so that readers see all or nothing. */
export const destination: DestinationConnector = { formatOf: fileFormat, deliver: deliverFile, readHeld };

/** Reads the ledger beside the file, and makes no folder. A file that is gone has no bytes. */
async function readHeld(
  request: DeliveryRequest,
  context: DeliveryContext,
  counts: boolean,
): Promise<HeldResult | null> {
  const target = targetOf(request, context);
  const [folder, root] = await Promise.all([realPathOf(dirname(target.path)), realPathOf(target.folder)]);
  if (folder === null || root === null) return null;
  if (!isBelow(folder, root)) throw forbidden(request, target.shown);
  const path = join(folder, basename(target.path));
  try {
    const entry = readLedger(ledgerPath(path, request));
    if (entry === null) return null;
    const { fence, epoch, rows = null } = entry;
    if (!counts) return { fence, epoch, rows, standing: null };
    const count = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return { fence, epoch, rows, standing: { what: 'bytes', count, ofDate: false } };
  } catch (error) {
    throw translateError(error, request, target);
  }
}

type Target = {
  readonly folder: string;
  readonly path: string;
  /** As the script has it. Messages never show where the machine keeps its folders. */
  readonly shown: string;
};

function targetOf(request: DeliveryRequest, context: ConnectorContext): Target {
  const { path: template, refuse } = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  if (request.mode === 'append' || request.mode === 'upsert')
    refuse('mode', 'cannot be used with files, which are replaced as a whole; use replace_date or truncate');
  const path = fillTemplate(template, request.reportDate, { name: request.name });
  if (/\{[^{}]*\}/.test(path))
    refuse('path', 'holds a token that cannot be filled in; this upload may have no report dates');
  const [target] = isPlainPath(path) ? candidates(path, context.folders.write) : [];
  if (target === undefined || target.path === target.folder) throw forbidden(request, path);
  return { ...target, shown: path };
}

const forbidden = (request: DeliveryRequest, path: string): PipelineError =>
  new PipelineError('DESTINATION_PATH_FORBIDDEN', { name: request.name, path });

/** Real paths of the file and of its ledger. */
type Place = { readonly path: string; readonly ledger: string };

async function deliverFile(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const target = targetOf(request, context);
  return deliverObject(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError: (error) => translateError(error, request, target),
    prepare: () => preparePlace(request, target, context),
    readLedger: async ({ ledger }) => readLedger(ledger),
    exists: async ({ path }) => existsSync(path),
    async write({ path, ledger }, open) {
      const { fence, epoch, content } = request;
      const part = await writePart(path, request, open, context.signal);
      const data = { part: part.path, path };
      try {
        const own = { fence, epoch, sha256: await content.sha256 };
        const text = JSON.stringify({ ...own, rows: content.rows, file: part.file });
        const entry = { part: (await writePart(ledger, request, text, context.signal)).path, path: ledger };
        const isOvertaken = (): boolean => judgeDelivery(own, readLedger(ledger)) !== 'newer';
        return {
          bytes: part.bytes,
          commit: async () => {
            if (!commitFiles(data, entry, isOvertaken))
              throw new CommitConflict('changed', superseded(request, fence), { mayBeOwn: false });
          },
          discard: async () => {
            // Once the data is in its place, the entry belongs to it and is kept for `finishCommit`.
            if (existsSync(data.part)) discardParts(data, entry);
          },
        };
      } catch (error) {
        discardParts(data);
        throw error;
      }
    },
    async sweep({ path, ledger }) {
      await sweepData(path, request, context.now());
      await sweepEntries(ledger, request, context.now());
    },
  });
}

async function preparePlace(request: DeliveryRequest, target: Target, context: DeliveryContext): Promise<Place> {
  const path = await prepareFolder(target.path, target.folder);
  const ledger = ledgerPath(path, request);
  // Before anything is written, which may need the room. The data first: an attempt whose data is gone cannot show it once
  // the entries have been examined.
  await sweepData(path, request, context.now());
  await finishCommit(path, ledger, request);
  await sweepEntries(ledger, request, null);
  return { path, ledger };
}

const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EISDIR: 'there is a folder of that name',
  ENOTDIR: 'there is a file where the path needs a folder',
  ENAMETOOLONG: 'the name is too long',
};

function translateError(error: unknown, request: DeliveryRequest, target: Target): unknown {
  if (error instanceof PipelineError) return error;
  if (error instanceof OutsideFolder) return forbidden(request, target.shown);
  const code = isFileForFolder(error) ? 'ENOTDIR' : codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new PipelineError('DESTINATION_FULL', { name: request.name, path: target.shown }, { cause: error });
  const reason = REFUSALS[code];
  if (reason !== undefined)
    return new PipelineError('DESTINATION_REFUSED', { reason: `${reason} for ${target.shown}` }, { cause: error });
  return code === ''
    ? error
    : new PipelineError('STORAGE_FAILED', { reason: `writing ${target.shown} failed (${code})` }, { cause: error });
}

/** Creating a folder where a file exists fails only with EEXIST. */
const isFileForFolder = (error: unknown): boolean =>
  codeOf(error) === 'EEXIST' && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';

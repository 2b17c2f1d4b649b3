import { setTimeout as pause } from 'node:timers/promises';
import { describeDestination } from '@switchboard/model/catalog';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { type DeliveryRound, deliver } from '../../delivery/deliver.ts';
import { identifyResult, judgeDelivery, type LedgerEntry } from '../../delivery/ledger.ts';
import { isPassing } from '../../google/call-google.ts';
import { openGoogleAccess } from '../../google/google-access.ts';
import { GoogleFailure, googleDestinationFailure } from '../../google/google-failure.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { applyRequests, isInvalid, type SheetsApi, WRITE_SCOPE } from './api.ts';
import { commitRequests } from './commit-requests.ts';
import { connector } from './connector.ts';
import { findLayout, findPlace, type Layout, readState, type SheetState } from './sheet-state.ts';
import { confirmRows, createStage, discardStage, type Stage, sweepStages, writeStage } from './stage-rows.ts';
import { readTarget, type Target } from './target.ts';

/** Tries of one commit, the first included, while other deliveries change the same sheet. */
const COMMITS = 10;
const FIRST_PAUSE_MS = 50;

/**
 * Sheets of Google Sheets. Rows are written into a hidden sheet, then put in place by one batchUpdate that also replaces the ledger,
 * and fails when another commit has replaced it since it was read.
 */
export const destination: DestinationConnector = { formatOf: () => 'csv', deliver: deliverToSheet };

async function deliverToSheet(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const target = readTarget(request);
  const api = openApi(request, target, context);
  return deliver<LedgerEntry>(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError: (error) => translateError(error, request),
    withRound: (work) => work(roundAt(api, target, request, context)),
    sweep: () => sweepStages(api, request, context.now()).catch(() => undefined),
  });
}

function openApi(request: DeliveryRequest, { spreadsheet }: Target, context: DeliveryContext): SheetsApi {
  try {
    return { access: openGoogleAccess(request.name, request.key, WRITE_SCOPE, context), spreadsheet, context };
  } catch (error) {
    throw translateError(error, request);
  }
}

function translateError(error: unknown, { name, key, parameters }: DeliveryRequest): unknown {
  const { spreadsheet } = parameters;
  const place = typeof spreadsheet === 'string' ? `spreadsheet ${spreadsheet}` : 'spreadsheet';
  return googleDestinationFailure(error, { name, key: key?.name ?? '', place });
}

/** The date whose rows are replaced; null for all. */
const replacedDate = ({ mode, reportDate }: DeliveryRequest): string | null =>
  mode === 'replace_date' ? reportDate : null;

function roundAt(
  api: SheetsApi,
  target: Target,
  request: DeliveryRequest,
  context: DeliveryContext,
): DeliveryRound<LedgerEntry> {
  return {
    readLedger: async () => (await readState(api, target)).held,
    exists: async () => (await readState(api, target)).sheet !== null,
    async write() {
      const state = await readState(api, target);
      const layout = findLayout(state, target);
      const place = await findPlace(api, state, layout, replacedDate(request));
      const stage = await createStage(api, request, { state, layout, place }, context.now());
      try {
        confirmRows(request, await writeStage(api, request, target, { layout, stage }, context));
      } catch (error) {
        await discardStage(api, stage);
        throw error;
      }
      return {
        bytes: request.content.bytes,
        discard: () => discardStage(api, stage),
        commit: () => commit(api, target, request, { layout, stage, now: context.now() }),
      };
    },
  };
}

type Staged = { readonly layout: Layout; readonly stage: Stage; readonly now: number };

/**
 * Puts the rows in place on the condition of the state that it reads, again while other deliveries change the sheet.
 * Throws CommitConflict.
 */
async function commit(api: SheetsApi, target: Target, request: DeliveryRequest, staged: Staged): Promise<void> {
  const { stage, now } = staged;
  const { rows } = request.content;
  const sha256 = await request.content.sha256;
  const { signal } = api.context;
  for (let tries = 1; ; tries += 1) {
    const state = await readState(api, target);
    // Another delivery has a say, or an earlier request of this commit did happen.
    const isNewest = judgeDelivery(await identifyResult(request, state.held), state.held) === 'newer';
    const layout = findLayout(state, target);
    if (!isNewest || !isSameLayout(layout, staged.layout)) throw changed(api);
    const place = await findPlace(api, state, layout, replacedDate(request));
    const requests = commitRequests(request, target, { state, layout, place, stageId: stage.id, rows, sha256, now });
    try {
      signal.throwIfAborted();
      await applyRequests(api, requests);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (isPassing(error)) throw unsettled(error);
      if (!isInvalid(error)) throw error;
      const after = await readState(api, target);
      if (isSameState(after, state, stage)) throw error;
      if (tries === COMMITS || !hasStage(after, stage)) throw changed(api);
    }
    const ms = FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 5) * Math.random();
    await pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** The answer is lost: the next round finds out whether the commit happened. */
const unsettled = (error: unknown): CommitConflict => new CommitConflict('unknown', error, { mayBeOwn: true });

/** A request that was sent twice finds what its first arrival did, so that the next round may find this very result. */
function changed({ access }: SheetsApi): CommitConflict {
  const { host } = new URL(access.origin('sheets.googleapis.com'));
  const busy = new GoogleFailure('busy', 'sheetChanged', 'other deliveries change the sheet at the same time', {
    host,
  });
  return new CommitConflict('changed', busy, { mayBeOwn: true });
}

const hasStage = ({ sheets }: SheetState, { id }: Stage): boolean => sheets.some((sheet) => sheet.id === id);

/** Whether a request was invalid for what it says, and not for what another delivery did. */
const isSameState = (after: SheetState, before: SheetState, stage: Stage): boolean =>
  after.sheet?.id === before.sheet?.id && after.ledger?.id === before.ledger?.id && hasStage(after, stage);

const isSameLayout = (one: Layout, other: Layout): boolean =>
  one.width === other.width && one.positions.every((at, index) => at === other.positions[index]);

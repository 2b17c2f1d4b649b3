import { describeDestination } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { type DeliveryRound, deliver } from '../../delivery/deliver.ts';
import type { LedgerEntry } from '../../delivery/ledger.ts';
import { NetworkError } from '../../network/network-error.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { holdsNoDates, holdsOtherDates } from '../../sql/table-parameters.ts';
import { accessOf } from './access.ts';
import { ask, type Clickhouse, run, runOnce } from './call-clickhouse.ts';
import {
  ClickhouseFailure,
  clickhouseDestinationFailure,
  isUnknownTable,
  needsEmptySourceSetting,
} from './clickhouse-failure.ts';
import { connector } from './connector.ts';
import { heldPartition, loadTag, readEmptyLoads, recordEmptyLoad } from './empty-loads.ts';
import { sendRows } from './send-rows.ts';
import { overtaken, stageName, stagesOf } from './stages.ts';
import {
  checkStage,
  createStage,
  DROP_SETTINGS,
  EMPTY_SOURCE_SETTINGS,
  insertRows,
  LOAD_COLUMN,
  onDate,
  readLoads,
  showStage,
  type TableColumns,
} from './statements.ts';
import { checkTable, ensureTable, readColumns } from './table.ts';
import { readTarget, type Target, unfit } from './target.ts';

/** The newest entry with all that were found, by which a commit knows that nothing has changed. */
type Held = LedgerEntry & { readonly version: string };

const SHOW_SILENCE_MS = 600_000;

/**
 * Tables of ClickHouse, which has no transactions. Rows are loaded into a stage and made visible by one statement that is atomic. Each
 * row carries its ledger entry in a hidden column, so that both change together; a stage that is gone cannot be made visible, so that
 * newer deliveries fence off older ones by dropping their stages.
 */
export const destination: DestinationConnector = { formatOf: () => 'csv', deliver: deliverToClickhouse };

async function deliverToClickhouse(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const access = accessOf(request.name, request.key);
  const target = readTarget(request, access.database);
  const server = { access, context };
  return deliver<Held>(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError: (error) =>
      clickhouseDestinationFailure(error, {
        name: request.name,
        key: access.key.name,
        place: `${target.database}.${target.table}`,
      }),
    withRound: (work) => work(roundAt(server, target, request, context)),
  });
}

function roundAt(
  server: Clickhouse,
  target: Target,
  request: DeliveryRequest,
  context: DeliveryContext,
): DeliveryRound<Held> {
  const stages = stagesOf(server, target, request);
  return {
    async readLedger() {
      await stages.waitForNewer();
      return heldResult(server, target, request);
    },
    exists: async () => (await readColumns(server, target)) !== null,
    async write(held) {
      await ensureTable(server, target, request);
      const columns = await checkTable(server, target, request, context);
      const stage = stageName(target, request);
      try {
        await run(server, createStage(target, stage));
        const partition =
          request.content.rows === 0
            ? await emptiedPartition(server, target, request, columns)
            : await loadStage(server, target, request, context, { stage, columns });
        return {
          bytes: request.content.bytes,
          discard: () => stages.discard(stage),
          async commit() {
            await commit(server, target, request, { stage, partition, version: held?.version ?? '' });
            await stages.discard(stage);
          },
        };
      } catch (error) {
        const isRevoked = error instanceof ClickhouseFailure && !(await stages.isThere(stage).catch(() => true));
        await stages.discard(stage);
        throw isRevoked ? new CommitConflict('changed', overtaken(request), { mayBeOwn: false }) : error;
      }
    },
  };
}

type Loading = { readonly stage: string; readonly columns: TableColumns };

/** Loads the rows and checks what arrived. Returns the id of the partition that they are in. */
async function loadStage(
  server: Clickhouse,
  target: Target,
  request: DeliveryRequest,
  context: DeliveryContext,
  { stage, columns }: Loading,
): Promise<string> {
  const { name, content, mode, reportDate } = request;
  const tag = await loadTag(target, request);
  await sendRows(server, request, insertRows(target, request.columns, columns, { stage, tag, reportDate }), context);
  const condition = dateCondition(target, request, columns);
  const [[rows, others, partitions, partition] = []] = await ask(server, checkStage(target, stage, condition));
  if (Number(rows) !== content.rows)
    throw new PipelineError('ROWS_NOT_CONFIRMED', { name, sent: content.rows, confirmed: Number(rows) });
  if (Number(others) > 0) throw holdsOtherDates(request, target.dateColumn?.name ?? '', Number(others));
  if (mode !== 'truncate' && partitions !== '1')
    throw unfit(
      target,
      `the rows belong to ${partitions} of its partitions, which ClickHouse changes one after the other; mode ${mode} needs rows of one partition`,
    );
  return partition ?? '';
}

/** The id of the partition that a result without rows empties; '' when the table is emptied as a whole, or has none of the date. */
async function emptiedPartition(
  server: Clickhouse,
  target: Target,
  request: DeliveryRequest,
  columns: TableColumns,
): Promise<string> {
  const condition = dateCondition(target, request, columns);
  return condition === null ? '' : heldPartition(server, target, condition);
}

/** The SQL condition that a row is of the report date, in mode replace_date; else null. Throws PARAMETER_INVALID for a column without dates. */
function dateCondition({ dateColumn }: Target, request: DeliveryRequest, columns: TableColumns): string | null {
  if (request.mode !== 'replace_date' || dateColumn === null) return null;
  const type = columns.get(dateColumn.name) ?? '';
  const condition = onDate(dateColumn.name, type, request.reportDate ?? '');
  if (condition === null) throw holdsNoDates(request, dateColumn.name, type);
  return condition;
}

async function heldResult(server: Clickhouse, target: Target, request: DeliveryRequest): Promise<Held | null> {
  const columns = await readColumns(server, target);
  if (columns?.has(LOAD_COLUMN) !== true) return null;
  const { dateColumn } = target;
  const isDated = dateColumn !== null && columns.has(dateColumn.name);
  const rows = await ask(server, readLoads(target, isDated ? dateCondition(target, request, columns) : null));
  const loads = [...rows.map(([load]) => load ?? ''), ...(await readEmptyLoads(server, target))].sort();
  const entries = loads.map((load): LedgerEntry & { readonly epoch: number; readonly fence: number } => {
    const [, epoch, fence, sha256 = ''] = load.split(':');
    return { epoch: Number(epoch), fence: Number(fence), sha256 };
  });
  const [newest, ...others] = entries.sort((one, other) => other.epoch - one.epoch || other.fence - one.fence);
  if (newest === undefined) return null;
  const equal = others.filter(({ epoch, fence }) => epoch === newest.epoch && fence === newest.fence);
  const own = equal.length === 0 ? '' : await request.content.sha256;
  return { ...(equal.find(({ sha256 }) => sha256 === own) ?? newest), version: loads.join(' ') };
}

type Commit = { readonly stage: string; readonly partition: string; readonly version: string };

/**
 * Makes the stage visible. Whatever older attempts do from here on fails, since their stages are gone; a newer one that begins now
 * drops ours first. Throws CommitConflict.
 */
async function commit(
  server: Clickhouse,
  target: Target,
  request: DeliveryRequest,
  { stage, partition, version }: Commit,
): Promise<void> {
  const conflict = (kind: CommitConflict['kind'], cause: unknown): CommitConflict =>
    new CommitConflict(kind, cause, { mayBeOwn: kind === 'unknown' });
  if (await stagesOf(server, target, request).revoke(stage)) throw conflict('changed', overtaken(request));
  const held = await heldResult(server, target, request);
  if ((held?.version ?? '') !== version) throw conflict('changed', overtaken(request));
  const isEmpty = request.content.rows === 0;
  try {
    // Without a partition there are no rows of the date to remove.
    if (isEmpty && request.mode === 'replace_date' && partition === '')
      return await recordEmptyLoad(server, target, await loadTag(target, request));
    const show = (settings: Readonly<Record<string, string>>): Promise<void> =>
      runOnce(server, showStage(target, request.mode, stage, partition), { settings, silenceMs: SHOW_SILENCE_MS });
    await show(DROP_SETTINGS).catch((error: unknown) => {
      if (!isEmpty || !needsEmptySourceSetting(error)) throw error;
      return show({ ...DROP_SETTINGS, ...EMPTY_SOURCE_SETTINGS });
    });
    // The stage is still there, so that no older delivery can come between.
    if (isEmpty) await recordEmptyLoad(server, target, await loadTag(target, request));
  } catch (error) {
    if (isUnknownTable(error)) throw conflict('changed', overtaken(request));
    throw isAnswerLost(error) ? conflict('unknown', error) : error;
  }
}

/** Whether it is unknown what the server did: no answer came, or one of a proxy. */
const isAnswerLost = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ClickhouseFailure && error.code.startsWith('HTTP_5'));

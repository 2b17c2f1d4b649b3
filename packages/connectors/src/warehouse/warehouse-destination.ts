import { createReadStream } from 'node:fs';
import { type ConnectorSpec, describeDestination } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import { CommitConflict } from '../delivery/commit-conflict.ts';
import { csvToJsonLines } from '../delivery/csv-to-json-lines.ts';
import { deliver, type StagedResult } from '../delivery/deliver.ts';
import { faultMidway } from '../delivery/fault-midway.ts';
import { throughStages } from '../delivery/file-form.ts';
import { type HeldVersion, readHeldVersion } from '../delivery/ledger.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../spec.ts';
import { holdsOtherDates, identifiesNoRows, refuseUntyped, unfit } from '../sql/table-parameters.ts';
import {
  LEDGER_CHANGED,
  sessionWithin,
  type Warehouse,
  type WarehouseField,
  type WarehouseRows,
  type WarehouseSession,
  type WarehouseStatement,
  type WarehouseTarget,
} from './warehouse.ts';
import { isPassing, WarehouseFailure, warehouseDestinationFailure } from './warehouse-failure.ts';
import {
  countOtherDates,
  countStage,
  createTable,
  describeTable,
  dropStage,
  findBadKey,
  replaceStatements,
  stagedName,
} from './warehouse-statements.ts';
import { fieldFor, isLeftStage, missingFrom, refuseUnfit, stageName, stagePrefix } from './warehouse-table.ts';

const CLEAN_UP_MS = 5_000;
const READ_BYTES = 64 * 1024;

type Delivery<Target extends WarehouseTarget> = {
  readonly warehouse: Warehouse<Target>;
  readonly request: DeliveryRequest;
  readonly context: DeliveryContext;
  readonly target: Target;
  readonly session: WarehouseSession;
};

/**
 * Tables of a warehouse. Rows are loaded into a stage, then put in place together with their ledger entry by one transaction, which
 * fails when the ledger holds another result than was read. See docs/design/databases.md.
 */
export function warehouseDestination<Target extends WarehouseTarget>(
  connector: ConnectorSpec,
  warehouse: Warehouse<Target>,
): DestinationConnector {
  return { formatOf: () => 'csv', deliver: (request, context) => deliverTo(connector, warehouse, request, context) };
}

async function deliverTo<Target extends WarehouseTarget>(
  connector: ConnectorSpec,
  warehouse: Warehouse<Target>,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<Delivered> {
  const { name, key, parameters, reportDate } = request;
  const target = warehouse.readTarget(request);
  const place = `table ${warehouse.placeOf(request, target)}`;
  const translateError = (error: unknown): unknown =>
    warehouseDestinationFailure(error, { name, key: key?.name ?? '', place });
  const open = (): WarehouseSession => {
    try {
      return warehouse.open(request, target, context);
    } catch (error) {
      throw translateError(error);
    }
  };
  const delivery: Delivery<Target> = { warehouse, request, context, target, session: open() };
  return deliver<HeldVersion>(request, context, {
    destination: describeDestination(connector, parameters, name, reportDate),
    translateError,
    sweep: () => sweep(delivery).catch(() => undefined),
    withRound: (work) => {
      const stage = stageName(request);
      return work({
        readLedger: () => heldResult(delivery),
        exists: async () => (await describe(delivery)) !== null,
        write: (held) => write(delivery, stage, held),
      });
    },
  });
}

/** Runs a statement and gives its first rows; none for null. */
const ask = async <Target extends WarehouseTarget>(
  { warehouse, session }: Pick<Delivery<Target>, 'warehouse' | 'session'>,
  statement: WarehouseStatement | string | null,
): Promise<WarehouseRows> => {
  if (statement === null) return [];
  const asked = typeof statement === 'string' ? { text: statement } : statement;
  return (await warehouse.execute(session, asked)).rows;
};

/** The result of a statement; null when its table does not exist. */
async function ifThere<Result>(
  { isMissing }: Pick<Warehouse, 'isMissing'>,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WarehouseFailure && isMissing(error)) return null;
    throw error;
  }
}

async function heldResult<Target extends WarehouseTarget>(delivery: Delivery<Target>): Promise<HeldVersion | null> {
  const { warehouse, target } = delivery;
  const rows = await ifThere(warehouse, () => ask(delivery, warehouse.dialect.readLedger(target)));
  const [row] = rows ?? [];
  return row === undefined ? null : readHeldVersion(row);
}

/** Stages the rows, and refuses those that the mode cannot take. Leaves no stage when it fails. */
async function write<Target extends WarehouseTarget>(
  delivery: Delivery<Target>,
  stage: string,
  held: HeldVersion | null,
): Promise<StagedResult> {
  const { warehouse, request, context, target, session } = delivery;
  const { content, epoch, fence } = request;
  let replace: readonly string[];
  try {
    const fields = await ensureTables(delivery);
    await load(delivery, stage);
    replace = await checkStage(delivery, stage, fields);
  } catch (error) {
    await discard(delivery, stage);
    throw error;
  }
  return {
    bytes: content.bytes,
    discard: () => discard(delivery, stage),
    async commit() {
      const sha256 = await content.sha256;
      const entry = { version: `${epoch}:${fence}:${sha256}`, fence, epoch, sha256 };
      try {
        const change = { stage, replace, held: held?.version ?? '', entry, rows: content.rows };
        await warehouse.commit(session, target, change);
      } catch (error) {
        context.signal.throwIfAborted();
        throw conflictOf(error);
      }
      await discard(delivery, stage);
    },
  };
}

/** The columns of the table; null when it does not exist. */
const describe = <Target extends WarehouseTarget>({
  warehouse,
  target,
  session,
}: Delivery<Target>): Promise<readonly WarehouseField[] | null> =>
  ifThere(
    warehouse,
    async () => (await warehouse.execute(session, { text: describeTable(warehouse.dialect, target) })).columns,
  );

/** Creates what is missing. Returns the columns of the table. Throws DESTINATION_SCHEMA when it does not take the rows. */
async function ensureTables<Target extends WarehouseTarget>(
  delivery: Delivery<Target>,
): Promise<readonly WarehouseField[]> {
  const { warehouse, target, session, request } = delivery;
  const { dialect } = warehouse;
  let fields = await describe(delivery);
  if (fields === null) {
    if (!target.create) throw unfit(target, 'it does not exist');
    refuseUntyped(request);
    await ask(delivery, createTable(dialect, target, request.columns));
    fields = (await describe(delivery)) ?? [];
  }
  const missing = missingFrom(dialect, target, fields, request.columns);
  if (missing.length > 0 && target.evolve === 'add_columns') fields = await addColumns(delivery, missing);
  await refuseUnfit(dialect, target, fields, request);
  await warehouse.checkTable?.(session, target);
  await ask(delivery, dialect.createLedger(target));
  return fields;
}

/** Adds columns, unless other deliveries have added them meanwhile. Returns the columns that the table has then. */
async function addColumns<Target extends WarehouseTarget>(
  delivery: Delivery<Target>,
  missing: readonly Column[],
): Promise<readonly WarehouseField[]> {
  const { warehouse, target, request, context } = delivery;
  refuseUntyped(request);
  const { dialect } = warehouse;
  for (const { name, type } of missing) {
    const added = ask(delivery, dialect.addColumn(target, dialect.stored(name), type));
    await added.catch(async (error: unknown) => {
      const fields = (await describe(delivery)) ?? [];
      if (fieldFor(dialect, fields, name) === undefined) throw error;
    });
  }
  await context.onColumnsAdded?.(missing.map(({ name }) => name));
  const fields = await describe(delivery);
  if (fields === null) throw unfit(target, `it has gone while ${request.name} was delivered`);
  return fields;
}

async function load<Target extends WarehouseTarget>(delivery: Delivery<Target>, stage: string): Promise<void> {
  const { warehouse, target, session, context } = delivery;
  const { content, columns } = delivery.request;
  const file = createReadStream(content.path, { highWaterMark: READ_BYTES });
  const steps = [faultMidway(content.bytes, context), csvToJsonLines(columns.map((_, index) => stagedName(index)))];
  const lines = throughStages(file, steps, context.signal);
  try {
    await warehouse.load(session, target, stage, lines, columns.length);
  } finally {
    lines.destroy();
    file.destroy();
  }
}

/**
 * Returns the statements that put the staged rows in place, when the ledger has an entry to change.
 * Throws ROWS_NOT_CONFIRMED or PARAMETER_INVALID for rows that do not fit.
 */
async function checkStage<Target extends WarehouseTarget>(
  delivery: Delivery<Target>,
  stage: string,
  fields: readonly WarehouseField[],
): Promise<readonly string[]> {
  const { target, request } = delivery;
  const { dialect } = delivery.warehouse;
  const { name, content } = request;
  const staged = { stage: dialect.tableIn(target, stage), into: dialect.tableIn(target, target.table), fields };
  const replace = replaceStatements(dialect, target, request, staged);
  const [counted] = await ask(delivery, countStage(staged));
  const confirmed = Number(counted?.[0]);
  const [others] = await ask(delivery, countOtherDates(dialect, target, request, staged));
  const [bad] = await ask(delivery, findBadKey(dialect, target, request, staged));
  await ask(delivery, dialect.beginLedger(target, name));
  if (confirmed !== content.rows)
    throw new PipelineError('ROWS_NOT_CONFIRMED', { name, sent: content.rows, confirmed });
  const otherDates = Number(others?.[0] ?? 0);
  if (otherDates > 0) throw holdsOtherDates(request, target.dateColumn?.name ?? '', otherDates);
  if (bad !== undefined) {
    const key = bad.slice(0, -1).map((value) => value ?? 'null');
    throw identifiesNoRows(request, key.join(', '), Number(bad.at(-1)));
  }
  return replace;
}

/** Translates the failure of a commit: a conflict when the ledger changed, or when it is unknown whether it happened. */
function conflictOf(error: unknown): unknown {
  // A request that arrived twice finds what its first arrival did.
  const mayBeOwn = true;
  if (error instanceof WarehouseFailure && error.message.includes(LEDGER_CHANGED))
    return new CommitConflict('changed', error, { mayBeOwn });
  return isPassing(error) ? new CommitConflict('unknown', error, { mayBeOwn }) : error;
}

/** The delivery with a session that cleans up, also after its own was cancelled. */
function cleaning<Target extends WarehouseTarget>(delivery: Delivery<Target>): Delivery<Target> {
  return { ...delivery, session: sessionWithin(delivery.session, CLEAN_UP_MS) };
}

/** Removes a stage. Never throws. */
async function discard<Target extends WarehouseTarget>(delivery: Delivery<Target>, stage: string): Promise<void> {
  const cleaner = cleaning(delivery);
  const { warehouse, target, session } = cleaner;
  await warehouse.files?.remove(session, target, stage).catch(() => undefined);
  await ask(cleaner, dropStage(warehouse.dialect, target, stage)).catch(() => undefined);
}

/** Removes the stages that this attempt or earlier ones of the unit left. */
async function sweep<Target extends WarehouseTarget>(delivery: Delivery<Target>): Promise<void> {
  const cleaner = cleaning(delivery);
  const { warehouse, target, session, request } = cleaner;
  const rows = await ask(cleaner, warehouse.dialect.findStages(target, stagePrefix(request)));
  const left = [...rows.map(([table]) => table ?? ''), ...((await warehouse.files?.list(session, target)) ?? [])];
  for (const stage of new Set(left)) if (isLeftStage(stage, request)) await discard(delivery, stage);
}

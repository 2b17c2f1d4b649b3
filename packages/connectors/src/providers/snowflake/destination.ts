import { createReadStream } from 'node:fs';
import { describeDestination } from '@switchboard/model/catalog';
import { csvToJsonLines } from '../../delivery/csv-to-json-lines.ts';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { throughStages } from '../../delivery/file-form.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { readTableParameters } from '../../sql/table-parameters.ts';
import { deliverWarehouse, type HeldVersion, type StagedRows } from '../../warehouse/deliver-warehouse.ts';
import { WarehouseFailure, warehouseDestinationFailure } from '../../warehouse/warehouse-failure.ts';
import { countOtherDates, findBadKey, replaceStatements, stagedName } from '../../warehouse/warehouse-statements.ts';
import {
  isLeftStage,
  refuseAlike,
  refuseUnfit,
  stageName,
  stagePrefix,
  targetOf,
  unfit,
  type WarehouseField,
  type WarehouseTarget,
} from '../../warehouse/warehouse-table.ts';
import { execute, type Rows, type Snowflake } from './api.ts';
import { connector } from './connector.ts';
import { loadStage } from './load-stage.ts';
import { isName, storedName } from './names.ts';
import { openSession } from './open-session.ts';
import {
  beginLedger,
  commitStatements,
  countStage,
  createLedger,
  createStage,
  createTable,
  describeTable,
  dropStage,
  FIND_STAGES,
  insertChunk,
  readLedger,
  SNOWFLAKE,
  scriptOf,
  tableIn,
} from './statements.ts';

const CLEAN_UP_MS = 5_000;
const READ_BYTES = 64 * 1024;
const LEDGER = '_SWITCHBOARD_LOADS_';

/**
 * Tables of Snowflake. Rows are inserted into a stage in chunks, then put in place together with their ledger entry by one request
 * with a transaction, which fails when the ledger holds another result than was read.
 */
export const destination: DestinationConnector = { formatOf: () => 'csv', deliver: deliverToSnowflake };

async function deliverToSnowflake(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const target = readTarget(request);
  const translate = (error: unknown): unknown => translateError(error, request);
  const snowflake = await opened(request, context, translate);
  const cleaning = (): Snowflake => {
    const { api } = snowflake;
    return { ...snowflake, api: { ...api, context: { ...api.context, signal: AbortSignal.timeout(CLEAN_UP_MS) } } };
  };
  const discard = async (stage: string): Promise<void> =>
    void (await execute(cleaning(), { text: dropStage(target, stage) }).catch(() => undefined));
  return deliverWarehouse(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError: translate,
    dateColumn: target.dateColumn?.name ?? '',
    stageName: () => stageName(request),
    discard,
    readLedger: () => heldResult(snowflake, target),
    stage: (stage) => stageRows(snowflake, target, stage, request, context),
    async sweep() {
      const bindings = [target.schema, stagePrefix(request)];
      const { rows } = await execute(cleaning(), { text: FIND_STAGES, bindings });
      for (const [table] of rows) if (table && isLeftStage(table, request)) await discard(table);
    },
  });
}

/** Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
function readTarget(request: DeliveryRequest): WarehouseTarget {
  const rules = { database: 'Snowflake', isName, rule: 'at most 230 characters' };
  const parameters = readTableParameters(request, 'public', rules);
  refuseAlike(parameters, request.columns, 'Snowflake');
  const names = { schema: storedName(parameters.schema), table: storedName(parameters.table) };
  return targetOf(request, { ...parameters, ...names }, `${LEDGER}${names.table}`);
}

async function opened(
  request: DeliveryRequest,
  context: DeliveryContext,
  translate: (error: unknown) => unknown,
): Promise<Snowflake> {
  try {
    return openSession(request, context);
  } catch (error) {
    throw translate(error);
  }
}

async function heldResult(snowflake: Snowflake, target: WarehouseTarget): Promise<HeldVersion | null> {
  const rows = await ifThere(async () => {
    const result = await execute(snowflake, { text: readLedger(target), bindings: [target.ledgerId] });
    return result.rows;
  });
  const [row] = rows ?? [];
  if (row === undefined) return null;
  const [version, fence, epoch, sha256] = row;
  return {
    version: version ?? '',
    fence: fence === null || fence === undefined ? null : Number(fence),
    epoch: Number(epoch ?? 0),
    sha256: sha256 ?? null,
  };
}

/** The result of a statement; null when its table does not exist. */
async function ifThere<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WarehouseFailure && error.kind === 'missing') return null;
    throw error;
  }
}

async function stageRows(
  snowflake: Snowflake,
  target: WarehouseTarget,
  stage: string,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<StagedRows> {
  const fields = await ensureTables(snowflake, target, request);
  const { columns, content } = request;
  await execute(snowflake, { text: createStage(target, stage, columns.length) });
  const file = createReadStream(content.path, { highWaterMark: READ_BYTES });
  const steps = [faultMidway(content.bytes, context), csvToJsonLines(columns.map((_, index) => stagedName(index)))];
  const lines = throughStages(file, steps, context.signal);
  try {
    await loadStage(snowflake, lines, (chunk) => insertChunk(target, stage, columns.length, chunk));
  } finally {
    lines.destroy();
    file.destroy();
  }
  const staged = { stage: tableIn(target, stage), into: tableIn(target, target.table), fields };
  const ask = async (text: string | null): Promise<Rows> =>
    text === null ? [] : (await execute(snowflake, { text })).rows;
  const replace = replaceStatements(SNOWFLAKE, target, request, staged);
  const [counted] = await ask(countStage(target, stage));
  const [others] = await ask(countOtherDates(SNOWFLAKE, target, request, staged));
  const [bad] = await ask(findBadKey(SNOWFLAKE, target, request, staged));
  await execute(snowflake, { text: beginLedger(target), bindings: [target.ledgerId, request.name, target.ledgerId] });
  return {
    rows: Number(counted?.[0]),
    otherDates: Number(others?.[0] ?? 0),
    badKey:
      bad === undefined
        ? null
        : {
            key: bad
              .slice(0, -1)
              .map((value) => value ?? 'null')
              .join(', '),
            rows: Number(bad.at(-1)),
          },
    async commit(held, entry) {
      const statements = commitStatements(target, stage, replace, { held, entry, rows: content.rows });
      await execute(snowflake, { text: scriptOf(statements), count: statements.length });
    },
  };
}

/** Creates what is missing. Returns the columns of the table. Throws DESTINATION_SCHEMA when it does not take the rows. */
async function ensureTables(
  snowflake: Snowflake,
  target: WarehouseTarget,
  { columns }: DeliveryRequest,
): Promise<readonly WarehouseField[]> {
  const describe = (): Promise<readonly WarehouseField[] | null> =>
    ifThere(async () => (await execute(snowflake, { text: describeTable(target, target.table) })).columns);
  let fields = await describe();
  if (fields === null) {
    if (!target.create) throw unfit(target, 'it does not exist');
    await execute(snowflake, { text: createTable(target, columns) });
    fields = (await describe()) ?? [];
  }
  refuseUnfit(SNOWFLAKE, target, fields, columns);
  await execute(snowflake, { text: createLedger(target) });
  return fields;
}

function translateError(error: unknown, { name, key, parameters }: DeliveryRequest): unknown {
  const { table } = parameters;
  const place = `table ${typeof table === 'string' ? table : ''}`;
  return warehouseDestinationFailure(error, { name, key: key?.name ?? '', place });
}

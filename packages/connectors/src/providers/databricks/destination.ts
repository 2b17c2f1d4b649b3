import { createReadStream } from 'node:fs';
import { describeDestination } from '@switchboard/model/catalog';
import { csvToJsonLines } from '../../delivery/csv-to-json-lines.ts';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { throughStages } from '../../delivery/file-form.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { waitFor } from '../../warehouse/call-warehouse.ts';
import { deliverWarehouse, type HeldVersion, type StagedRows } from '../../warehouse/deliver-warehouse.ts';
import { WarehouseFailure, warehouseDestinationFailure } from '../../warehouse/warehouse-failure.ts';
import { countOtherDates, findBadKey, replaceStatements, stagedName } from '../../warehouse/warehouse-statements.ts';
import {
  isLeftStage,
  refuseUnfit,
  stageName,
  stagePrefix,
  unfit,
  type WarehouseField,
} from '../../warehouse/warehouse-table.ts';
import { openDatabricks } from './access.ts';
import { CONFLICT, type Databricks, execute, type Rows } from './api.ts';
import { connector } from './connector.ts';
import {
  beginLedger,
  CATALOG_COMMITS,
  commitScript,
  countStage,
  createLedger,
  createStage,
  createTable,
  DATABRICKS,
  type DatabricksTarget,
  describeTable,
  dropStage,
  findStages,
  readLedger,
  showProperties,
  tableIn,
} from './statements.ts';
import { readTarget } from './target.ts';
import { listNames, removeFolder, writeFiles } from './volume.ts';

/** Tries of one commit, the first included, while other deliveries change the same tables. */
const COMMITS = 8;
const CLEAN_UP_MS = 5_000;
const READ_BYTES = 64 * 1024;

/**
 * Tables of Databricks. Rows go through files of a volume into a stage, then are put in place together with their ledger entry by one
 * script that is a transaction, which fails when the ledger holds another result than was read.
 */
export const destination: DestinationConnector = { formatOf: () => 'csv', deliver: deliverToDatabricks };

async function deliverToDatabricks(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const target = readTarget(request);
  const databricks = {
    api: openDatabricks(request.name, request.key, context),
    session: { warehouse_id: target.warehouse },
  };
  const folderOf = (stage: string): string => `${target.volume}/${stage}`;
  const cleaning = (): Databricks => {
    const { api } = databricks;
    return { ...databricks, api: { ...api, context: { ...api.context, signal: AbortSignal.timeout(CLEAN_UP_MS) } } };
  };
  const discard = async (stage: string): Promise<void> => {
    const cleaner = cleaning();
    await removeFolder(cleaner.api, folderOf(stage)).catch(() => undefined);
    await execute(cleaner, { text: dropStage(target, stage) }).catch(() => undefined);
  };
  return deliverWarehouse(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    dateColumn: target.dateColumn?.name ?? '',
    translateError(error) {
      const place = `table ${target.catalog}.${target.schema}.${target.table}`;
      return warehouseDestinationFailure(error, { name: request.name, key: request.key?.name ?? '', place });
    },
    stageName: () => stageName(request),
    discard,
    readLedger: () => heldResult(databricks, target),
    async stage(stage) {
      const fields = await ensureTables(databricks, target, request);
      await loadFiles(databricks, folderOf(stage), request, context);
      const { length } = request.columns;
      await execute(databricks, { text: createStage(target, stage, length, folderOf(stage)) });
      return stagedRows(databricks, target, stage, request, fields);
    },
    async sweep() {
      const cleaner = cleaning();
      const parameters = { schema: target.schema, prefix: stagePrefix(request) };
      const { rows } = await execute(cleaner, { text: findStages(target), parameters });
      const left = [...rows.map(([table]) => table ?? ''), ...(await listNames(cleaner.api, target.volume))];
      for (const stage of new Set(left)) if (isLeftStage(stage, request)) await discard(stage);
    },
  });
}

async function heldResult(databricks: Databricks, target: DatabricksTarget): Promise<HeldVersion | null> {
  const rows = await ifThere(() => ask(databricks, readLedger(target), { id: target.ledgerId }));
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

const ask = async (
  databricks: Databricks,
  text: string | null,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Rows> => (text === null ? [] : (await execute(databricks, { text, parameters })).rows);

/** The result of a statement; null when its table does not exist. */
async function ifThere<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WarehouseFailure && error.code === 'TABLE_OR_VIEW_NOT_FOUND') return null;
    throw error;
  }
}

/** Creates what is missing. Returns the columns of the table. Throws DESTINATION_SCHEMA when it does not take the rows. */
async function ensureTables(
  databricks: Databricks,
  target: DatabricksTarget,
  { columns }: DeliveryRequest,
): Promise<readonly WarehouseField[]> {
  const describe = (): Promise<readonly WarehouseField[] | null> =>
    ifThere(async () => (await execute(databricks, { text: describeTable(target, target.table) })).columns);
  let fields = await describe();
  if (fields === null) {
    if (!target.create) throw unfit(target, 'it does not exist');
    await execute(databricks, { text: createTable(target, columns) });
    fields = (await describe()) ?? [];
  }
  refuseUnfit(DATABRICKS, target, fields, columns);
  const properties = new Map(await ask(databricks, showProperties(target, target.table)).then(pairsOf));
  if (properties.get(CATALOG_COMMITS) !== 'supported') {
    const change = `ALTER TABLE ${tableIn(target, target.table)} SET TBLPROPERTIES ('${CATALOG_COMMITS}' = 'supported')`;
    throw unfit(
      target,
      `it has no catalog commits, without which rows and ledger cannot change together; run ${change}`,
    );
  }
  await execute(databricks, { text: createLedger(target) });
  return fields;
}

const pairsOf = (rows: Rows): readonly (readonly [string, string])[] =>
  rows.map(([name, value]) => [name ?? '', value ?? '']);

async function loadFiles(
  { api }: Databricks,
  folder: string,
  { content, columns }: DeliveryRequest,
  context: DeliveryContext,
): Promise<void> {
  const file = createReadStream(content.path, { highWaterMark: READ_BYTES });
  const steps = [faultMidway(content.bytes, context), csvToJsonLines(columns.map((_, index) => stagedName(index)))];
  const lines = throughStages(file, steps, context.signal);
  try {
    await writeFiles(api, folder, lines);
  } finally {
    lines.destroy();
    file.destroy();
  }
}

async function stagedRows(
  databricks: Databricks,
  target: DatabricksTarget,
  stage: string,
  request: DeliveryRequest,
  fields: readonly WarehouseField[],
): Promise<StagedRows> {
  const staged = { stage: tableIn(target, stage), into: tableIn(target, target.table), fields };
  const replace = replaceStatements(DATABRICKS, target, request, staged);
  const [counted] = await ask(databricks, countStage(target, stage));
  const [others] = await ask(databricks, countOtherDates(DATABRICKS, target, request, staged));
  const [bad] = await ask(databricks, findBadKey(DATABRICKS, target, request, staged));
  await ask(databricks, beginLedger(target), { id: target.ledgerId, upload: request.name });
  return {
    rows: Number(counted?.[0]),
    otherDates: Number(others?.[0] ?? 0),
    badKey: bad === undefined ? null : badKeyOf(bad),
    async commit(held, entry) {
      const text = commitScript(target, stage, replace, { held, entry, rows: request.content.rows });
      for (let tries = 1; ; tries += 1) {
        try {
          await execute(databricks, { text });
          return;
        } catch (error) {
          const isOvertaken = error instanceof WarehouseFailure && error.code === CONFLICT;
          if (!isOvertaken || tries === COMMITS) throw error;
        }
        await waitFor(tries, databricks.api.context.signal);
      }
    },
  };
}

const badKeyOf = (row: readonly (string | null)[]) => ({
  key: row
    .slice(0, -1)
    .map((value) => value ?? 'null')
    .join(', '),
  rows: Number(row.at(-1)),
});

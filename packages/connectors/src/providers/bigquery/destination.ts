import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { describeDestination } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import { missingColumns, type TakingColumn, unkeptColumns } from '../../column-types/unkept-columns.ts';
import { CommitConflict } from '../../delivery/commit-conflict.ts';
import { csvToJsonLines } from '../../delivery/csv-to-json-lines.ts';
import { type DeliveryRound, deliver } from '../../delivery/deliver.ts';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { throughStages } from '../../delivery/file-form.ts';
import { type HeldVersion, readHeldVersion } from '../../delivery/ledger.ts';
import { isPassing } from '../../google/call-google.ts';
import { GoogleFailure, googleDestinationFailure } from '../../google/google-failure.ts';
import type { Delivered, DeliveryContext, DeliveryRequest, DestinationConnector } from '../../spec.ts';
import { identifiesNoRows, refuseUntyped } from '../../sql/table-parameters.ts';
import {
  type BigQuery,
  CONCURRENT_UPDATE,
  dropTable,
  ensureTable,
  findTable,
  openAccess,
  openBigQuery,
  queryRows,
  runScript,
  type TableField,
  waitFor,
} from './api.ts';
import { BIGQUERY_TYPES } from './column-types.ts';
import { connector } from './connector.ts';
import { loadStage } from './load-stage.ts';
import {
  addColumn,
  beginLedger,
  changeType,
  commitScript,
  fieldNamed,
  findBadKey,
  KEY_HELD_TWICE,
  LEDGER_CHANGED,
  LEDGER_RESOURCE,
  OTHER_DATES,
  readLedger,
  stagedName,
  tableResource,
  unfitColumns,
} from './statements.ts';
import { readTarget, type Target, unfit } from './target.ts';

/** Tries of one commit, the first included, while other deliveries change the same table. */
const COMMITS = 8;
const CLEAN_UP_MS = 5_000;

/**
 * Tables of Google BigQuery. Rows are loaded into a stage, then put in place together with their ledger entry by one
 * transaction, which fails when the ledger holds another result than was read.
 */
export const destination: DestinationConnector = { formatOf: () => 'csv', deliver: deliverToBigQuery };

async function deliverToBigQuery(request: DeliveryRequest, context: DeliveryContext): Promise<Delivered> {
  const access = await translated(request, async () => openAccess(request, context));
  const target = readTarget(request, access.projectId);
  return deliver<HeldVersion>(request, context, {
    destination: describeDestination(connector, request.parameters, request.name, request.reportDate),
    translateError: (error) => translateError(error, request),
    async withRound(work) {
      const api = await openBigQuery(access, target, context);
      return work(roundAt(api, target, request, context));
    },
  });
}

function roundAt(
  api: BigQuery,
  target: Target,
  request: DeliveryRequest,
  context: DeliveryContext,
): DeliveryRound<HeldVersion> {
  const stage = stageName(request);
  return {
    readLedger: () => heldResult(api, target),
    exists: async () => (await findTable(api, target.dataset, target.table)) !== null,
    async write(held) {
      const fields = await ensureTables(api, target, request, context);
      try {
        const rows = await stageRows(api, target, stage, request, context);
        const { name, content } = request;
        if (rows !== content.rows)
          throw new PipelineError('ROWS_NOT_CONFIRMED', { name, sent: content.rows, confirmed: rows });
        await checkKeys(api, target, request, fields, stage);
        await queryRows(api, beginLedger(target), { id: target.ledgerId, upload: request.name });
      } catch (error) {
        await dropTable(api, target.dataset, stage, CLEAN_UP_MS);
        throw error;
      }
      const discard = (): Promise<void> => dropTable(api, target.dataset, stage, CLEAN_UP_MS);
      return {
        bytes: request.content.bytes,
        discard,
        async commit() {
          await commit(api, target, request, { fields, stage, held: held?.version ?? '' });
          await discard();
        },
      };
    },
  };
}

/** The stage of one round: recognisable, and of no other round. */
function stageName({ accountId, name, unitId, attempt }: DeliveryRequest): string {
  const unit = createHash('sha256')
    .update(JSON.stringify([accountId, name, unitId]))
    .digest('hex')
    .slice(0, 16);
  return `_switchboard_stage_${unit}_${attempt}_${randomUUID().slice(0, 8)}`;
}

/** Creates what is missing. Returns the columns of the table. Throws DESTINATION_SCHEMA when it does not take the rows. */
async function ensureTables(
  api: BigQuery,
  target: Target,
  request: DeliveryRequest,
  context: DeliveryContext,
): Promise<readonly TableField[]> {
  const { columns } = request;
  const { dataset, table, dateColumn, create, ledger } = target;
  let fields = await findTable(api, dataset, table);
  if (fields === null) {
    if (!create) throw unfit(dataset, table, 'it does not exist');
    refuseUntyped(request);
    await ensureTable(api, dataset, table, tableResource(target, columns));
    fields = (await findTable(api, dataset, table)) ?? [];
  }
  await ensureTable(api, dataset, ledger, LEDGER_RESOURCE);
  fields = await addColumns(api, target, request, fields, context);
  const names = [...columns.map(({ name }) => name), ...(dateColumn === null ? [] : [dateColumn.name])];
  const missing = unfitColumns(fields, names);
  if (missing.length > 0)
    throw unfit(dataset, table, `it has no column ${missing.join(', ')} that takes single values`);
  const known = fields;
  const takerOf = (name: string): TakingColumn | undefined => {
    const field = fieldNamed(known, name);
    return field && { name: field.name, type: fullType(field) };
  };
  const unkept = await unkeptColumns(request, BIGQUERY_TYPES, takerOf, ({ type }, { name }) =>
    changeType(target, { name, type }),
  );
  if (unkept !== null) throw unfit(dataset, table, unkept);
  return fields;
}

const fullType = ({ type, precision, scale }: TableField): string =>
  precision === undefined ? type : `${type}(${precision},${scale ?? 0})`;

/** Adds the columns that are missing, where the upload asks for it. Throws DESTINATION_SCHEMA with the statements where it does not. */
async function addColumns(
  api: BigQuery,
  target: Target,
  request: DeliveryRequest,
  known: readonly TableField[],
  context: DeliveryContext,
): Promise<readonly TableField[]> {
  const { columns } = request;
  const { dataset, table, dateColumn, evolve } = target;
  const isFilled = dateColumn !== null && !dateColumn.inRows;
  const filled: readonly Column[] = isFilled
    ? [...columns, { name: dateColumn.name, type: { kind: 'date' }, nullable: true }]
    : columns;
  const missing = filled.filter(({ name }) => fieldNamed(known, name) === undefined);
  if (missing.length === 0) return known;
  const names = missing.map(({ name }) => name);
  const statements = missing.map((column) => addColumn(target, column));
  if (evolve !== 'add_columns') throw unfit(dataset, table, missingColumns(names, statements));
  refuseUntyped(request);
  for (const statement of statements) await queryRows(api, statement, {});
  await context.onColumnsAdded?.(names);
  return (await findTable(api, dataset, table)) ?? known;
}

async function stageRows(
  api: BigQuery,
  target: Target,
  name: string,
  { content, columns }: DeliveryRequest,
  context: DeliveryContext,
): Promise<number> {
  const file = createReadStream(content.path, { highWaterMark: 64 * 1024 });
  const stages = [faultMidway(content.bytes, context), csvToJsonLines(columns.map((_, index) => stagedName(index)))];
  const lines = throughStages(file, stages, context.signal);
  try {
    return await loadStage(api, target, { name, columns: columns.length, now: context.now() }, lines);
  } finally {
    lines.destroy();
    file.destroy();
  }
}

/** Throws PARAMETER_INVALID for a key that is empty or occurs in several rows. */
async function checkKeys(
  api: BigQuery,
  target: Target,
  request: DeliveryRequest,
  fields: readonly TableField[],
  stage: string,
): Promise<void> {
  if (request.mode !== 'upsert') return;
  const [bad] = await queryRows(api, findBadKey(target, request.columns, fields, stage), {});
  if (bad !== undefined) throw identifiesNoRows(request, bad[0] ?? 'null', Number(bad[1]));
}

async function heldResult(api: BigQuery, target: Target): Promise<HeldVersion | null> {
  if ((await findTable(api, target.dataset, target.ledger)) === null) return null;
  const [row] = await queryRows(api, readLedger(target), { id: target.ledgerId });
  return row === undefined ? null : readHeldVersion(row);
}

type Commit = { readonly fields: readonly TableField[]; readonly stage: string; readonly held: string };

/** Runs the transaction, again while other deliveries to the table cancel it. Throws CommitConflict. */
async function commit(
  api: BigQuery,
  target: Target,
  request: DeliveryRequest,
  { fields, stage, held }: Commit,
): Promise<void> {
  const { fence, epoch, content, reportDate } = request;
  const sha256 = await content.sha256;
  const script = commitScript(target, request, fields, stage);
  const parameters = {
    ...{ id: target.ledgerId, held, version: `${epoch}:${fence}:${sha256}`, fence, epoch, sha256 },
    ...(target.dateColumn === null ? {} : { date: reportDate ?? '' }),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      await runScript(api, `${stage}_commit_${tries}`, script, parameters);
      return;
    } catch (error) {
      api.context.signal.throwIfAborted();
      const final = finalFailure(error, tries === COMMITS);
      if (final !== null) throw final;
    }
    await waitFor(tries, api.context.signal);
  }
}

/**
 * Translates the failure of a script: a conflict when the ledger holds another result, or when it is unknown whether the
 * script ran. Null when it is to be run again, since another delivery changed the table at the same time.
 */
function finalFailure(error: unknown, isLast: boolean): Error | null {
  if (isPassing(error)) return new CommitConflict('unknown', error, { mayBeOwn: true });
  if (!(error instanceof GoogleFailure)) return error instanceof Error ? error : new Error('the script failed');
  if (error.code === LEDGER_CHANGED) return new CommitConflict('changed', error, { mayBeOwn: false });
  if (error.code !== CONCURRENT_UPDATE) return error;
  return isLast ? new GoogleFailure('busy', error.code, error.message, error) : null;
}

async function translated<Result>(request: DeliveryRequest, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translateError(error, request);
  }
}

function translateError(error: unknown, { name, key, parameters, reportDate }: DeliveryRequest): unknown {
  if (error instanceof GoogleFailure && error.code === OTHER_DATES) {
    const reason = `names a column in which rows hold another date than ${reportDate ?? ''}`;
    return new PipelineError('PARAMETER_INVALID', { name, parameter: 'date_column', reason }, { cause: error });
  }
  const textOf = (parameter: string): string => {
    const value = parameters[parameter];
    return typeof value === 'string' ? value : '';
  };
  const dataset = textOf('dataset');
  if (error instanceof GoogleFailure && error.code === KEY_HELD_TWICE)
    return new PipelineError(
      'DESTINATION_SCHEMA',
      { table: `${dataset}.${textOf('table')}`, reason: 'several of its rows have one key of key_columns' },
      { cause: error },
    );
  const place = `dataset ${dataset}`;
  return googleDestinationFailure(error, { name, key: key?.name ?? '', place });
}

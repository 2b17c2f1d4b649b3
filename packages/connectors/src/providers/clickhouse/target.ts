import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import { ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';
import { type NameRules, readTableParameters, type TableParameters } from '../../sql/table-parameters.ts';
import { quoteName } from './quote.ts';

/** Where a delivery goes, checked against its mode and columns. */
export type Target = Pick<TableParameters, 'table' | 'create' | 'dateColumn' | 'evolve'> & {
  readonly database: string;
  /** Names the upload, report date and purpose among all that are delivered into the table. */
  readonly ledgerId: string;
};

const LONGEST_NAME = 200;

const NAMES: NameRules = {
  database: 'ClickHouse',
  isName: (name) => name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name),
  rule: `at most ${LONGEST_NAME} characters, no control characters`,
};

/** Reads the parameters of a delivery. Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
export function readTarget(request: DeliveryRequest, ownDatabase: string): Target {
  const { schema: database, table, create, dateColumn, evolve } = readTableParameters(request, ownDatabase, NAMES);
  const identity = [
    request.accountId,
    request.name,
    ledgerDate(request, request.mode === 'truncate') ?? '',
    ledgerPurpose(request),
    table,
  ];
  const ledgerId = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
  return { database, table, create, ...(evolve && { evolve }), dateColumn, ledgerId };
}

/** A table of the target's database, quoted. */
export const tableName = ({ database }: Target, table: string): string => `${quoteName(database)}.${quoteName(table)}`;

/** The table does not take these rows. */
export const unfit = ({ database, table }: Target, reason: string): PipelineError =>
  new PipelineError('DESTINATION_SCHEMA', { table: `${database}.${table}`, reason });

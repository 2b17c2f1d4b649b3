import { PipelineError } from '@switchboard/model/errors/errors';
import { judgeDelivery, type LedgerEntry, ledgerId, ledgerIdentity } from '../delivery/ledger.ts';
import type { DeliveryRequest } from '../spec.ts';
import type { SqlAnswer, SqlDelivery, SqlLedger, SqlSession } from './sql-database.ts';
import type { TableParameters } from './table-parameters.ts';

/** The identity of a delivery in the ledger beside all tables of a schema. */
export const tableIdentity = ({ request, target }: SqlDelivery): readonly string[] => [
  ...ledgerIdentity(request, request.mode === 'truncate'),
  target.table,
];

/** The refusal of a delivery while another one keeps a lock of the place. */
export const placeIsBusy = ({ name }: Pick<DeliveryRequest, 'name'>): PipelineError =>
  new PipelineError('DESTINATION_BUSY', { name, reason: 'another delivery to the same place has not ended' });

/** The entry in the row of an answer that has fence, epoch, hash and rows; null without one. */
export function entryOf({ rows: [row] }: Pick<SqlAnswer, 'rows'>): LedgerEntry | null {
  return row === undefined
    ? null
    : { fence: Number(row[0]), epoch: Number(row[1]), sha256: row[2] ?? null, rows: Number(row[3]) };
}

/** A row of a ledger by the hash of an identity. */
export type LedgerRow = {
  readonly id: string;
  /** Account, upload, report date or '', purpose, target. */
  readonly identity: readonly string[];
  readonly fence: number;
  readonly epoch: number;
  readonly sha256: string;
  readonly rows: number;
};

type Statement = { readonly sql: string; readonly values?: readonly unknown[] };

type LedgerStatements = {
  /** Reads fence, epoch, hash and rows. `isLocked`: locks the row until the transaction ends. */
  read(target: TableParameters, id: string, isLocked: boolean): Statement;
  insert(target: TableParameters, row: LedgerRow): Statement;
  update(target: TableParameters, row: LedgerRow): Statement;
};

/** A ledger whose rows are found by the hash of their identity. */
export function hashedLedger<Session extends SqlSession>(
  statements: LedgerStatements,
): SqlLedger<Session, TableParameters> {
  const ask = (session: Session, { sql, values }: Statement): Promise<SqlAnswer> => session.ask(sql, values);
  const read = async (session: Session, delivery: SqlDelivery, isLocked: boolean): Promise<LedgerEntry | null> =>
    entryOf(await ask(session, statements.read(delivery.target, ledgerId(tableIdentity(delivery)), isLocked)));
  return {
    read: (session, delivery) => read(session, delivery, false),
    async record(session, delivery) {
      const { fence, epoch, content } = delivery.request;
      const held = await read(session, delivery, true);
      const sha256 = await content.sha256;
      if (judgeDelivery({ fence, epoch, sha256 }, held) !== 'newer') return false;
      const identity = tableIdentity(delivery);
      const row: LedgerRow = { id: ledgerId(identity), identity, fence, epoch, sha256, rows: content.rows };
      const { insert, update } = statements;
      await ask(session, held === null ? insert(delivery.target, row) : update(delivery.target, row));
      return true;
    },
  };
}

import { PipelineError } from '@switchboard/model/errors/errors';
import type { Delivered, DeliveryContext, DeliveryRequest } from '../spec.ts';
import { type DeliveryTarget, deliver, superseded } from './deliver.ts';
import type { LedgerEntry } from './ledger.ts';

/** The stages of a database. Rows and ledger entry change in one transaction. */
export type TableStages<Session> = Pick<DeliveryTarget, 'destination' | 'translateError' | 'sweep'> & {
  /** Opens a session and closes it whatever `work` does, which ends an open transaction without a trace. */
  withSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Begins the transaction and locks the ledger entry: waits for another attempt that is still committing. */
  begin(session: Session): Promise<void>;
  readLedger(session: Session): Promise<LedgerEntry | null>;
  exists(session: Session): Promise<boolean>;
  /** Creates what is missing, puts the rows in place as the mode says, and returns how many the database confirmed. */
  write(session: Session): Promise<number>;
  /** Records the result in the ledger. False when a newer one is recorded there. */
  recordLedger(session: Session): Promise<boolean>;
  /** Throws CommitConflict when the answer is lost. */
  commit(session: Session): Promise<void>;
};

/** Delivers a result into a table in one transaction. Throws as `deliver` does, and ROWS_NOT_CONFIRMED. */
export async function deliverTable<Session>(
  request: DeliveryRequest,
  context: DeliveryContext,
  stages: TableStages<Session>,
): Promise<Delivered> {
  const { name, content } = request;
  return deliver(request, context, {
    destination: stages.destination,
    translateError: stages.translateError,
    ...(stages.sweep === undefined ? {} : { sweep: stages.sweep }),
    withRound: (work) =>
      stages.withSession(async (session) => {
        await stages.begin(session);
        return work({
          readLedger: () => stages.readLedger(session),
          exists: () => stages.exists(session),
          async write() {
            const confirmed = await stages.write(session);
            if (confirmed !== content.rows)
              throw new PipelineError('ROWS_NOT_CONFIRMED', { name, sent: content.rows, confirmed });
            if (!(await stages.recordLedger(session))) throw superseded(request, request.fence);
            return {
              bytes: content.bytes,
              commit: () => stages.commit(session),
              // The session rolls back when it is closed.
              discard: async () => undefined,
            };
          },
        });
      }),
  });
}

import type { DeliveringAccount } from './deliveries-under-test.ts';
import { faultRow } from './fault-row.ts';
import type { FaultRow } from './fault-test.ts';

/** Rows of `id,site` that are delivered already, and those that are to replace them; and how both are shown, by their ids. */
export const OLD = ['1,old', '2,old'];
export const NEXT = ['2,new', '3,taken'];
export const OLD_IDS = '1 2';
export const NEXT_IDS = '2 3';

/** Records the content of the destination when the second attempt began. */
export function beforeSecondAttempt(account: DeliveringAccount, check: () => Promise<string>): () => string {
  let seen = 'no second attempt';
  account.at(async (point, { kind, number }) => {
    if (point === 'after-claim' && kind === 'upload' && number === 2) seen = await check();
  });
  return () => seen;
}

type Recovery = {
  /** Content of the destination when the second attempt began. */
  readonly second: string;
  readonly rows: string;
  /** The event of the first attempt. */
  readonly first: string;
  readonly destination: string;
};

/** The row of a delivery that changed nothing in its first attempt and succeeded in its second. */
export async function recoveredRow(
  what: string,
  account: DeliveringAccount,
  { second, rows, first, destination }: Recovery,
): Promise<FaultRow> {
  const { status, attempt, events } = await account.upload();
  return faultRow(
    what,
    {
      status: 'completed',
      attempts: 2,
      'rows after the first': OLD_IDS,
      rows: NEXT_IDS,
      events: [first, uploaded(2, destination)].join(' | '),
    },
    { status, attempts: attempt, 'rows after the first': second, rows, events: events.join(' | ') },
  );
}

/** Events of an upload that is called `result`, as they are seen. */
export const retried = (message: string): string => `warn DESTINATION_BUSY t: ${message}`;
export const failed = (code: string, message: string): string => `error ${code} f: ${message}`;
const uploaded = (rows: number, to: string): string => `info UPLOAD_COMPLETED: result: uploaded ${rows} rows to ${to}.`;

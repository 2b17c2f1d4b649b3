import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../ledger/record-event.ts';
import type { ClaimedUnit } from '../../ledger/unit.ts';
import { describeUnit } from '../../ledger/unit-subject.ts';

const SHOWN = 10;
const NAME_LENGTH = 60;
/** What all these events say. The index of them, `event_ignored`, has the same words. */
const SAID = ': columns that are not declared were ignored: ';

/**
 * Tells of a completed download, in its transaction, which columns of its files nobody declared. The same columns of the same
 * source are told once: most reports have more columns than anybody wants, every day.
 */
export async function tellIgnored(
  tx: Tx,
  unit: ClaimedUnit,
  source: string,
  columns: readonly string[],
): Promise<void> {
  const names = [...new Set(columns.map((name) => name.replace(/\p{Cc}/gu, '').slice(0, NAME_LENGTH)))];
  if (names.length === 0) return;
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  const message = `${source}${SAID}${names.slice(0, SHOWN).join(', ')}${more}.`;
  const subject = await describeUnit(tx, unit);
  // By the index of such events alone, however many others the source has.
  const known = await sql`
    select from event
    where account_id = ${unit.accountId} and md5(message) = md5(${message}) and message = ${message}
      and message like ${sql.lit(`%${SAID}%`)} limit 1
  `.execute(tx);
  if (known.rows.length > 0) return;
  await recordEvent(tx, { ...subject, severity: 'info', message });
}

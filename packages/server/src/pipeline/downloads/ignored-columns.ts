import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../units/record-event.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { describeUnit } from '../attempts/unit-subject.ts';

const SHOWN = 10;
const NAME_LENGTH = 60;
/** What all these events say. The index of them, `event_ignored`, has the same words. */
const SAID = ': columns that are not declared were ignored: ';

/**
 * Tells of a completed download, in its transaction, which columns of its files nobody declared. The same columns of the same
 * source are told once: most reports have more columns than anybody wants, every day. Each test run tells its own, since what
 * people read there is about their draft; production has been told nothing by it.
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
  if (unit.purpose !== 'proof' && (await wasTold(tx, unit.accountId, message))) return;
  await recordEvent(tx, { ...subject, severity: 'info', message });
}

/** By the index of such events alone, however many others the source has. */
async function wasTold(tx: Tx, accountId: string, message: string): Promise<boolean> {
  const known = await sql`
    select from event
    where account_id = ${accountId} and md5(message) = md5(${message}) and message = ${message}
      and message like ${sql.lit(`%${SAID}%`)} and purpose is distinct from 'proof' limit 1
  `.execute(tx);
  return known.rows.length > 0;
}

import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../units/record-event.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { describeUnit } from '../attempts/unit-subject.ts';

const SHOWN = 10;
const NAME_LENGTH = 60;

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
  const ignored = names.slice(0, SHOWN).join(', ') + more;
  const subject = await describeUnit(tx, unit);
  if (unit.purpose !== 'proof' && (await wereReported(tx, unit.accountId, source, ignored))) return;
  const parameters = { name: source, columns: ignored };
  await recordEvent(tx, { ...subject, severity: 'info', code: 'COLUMNS_IGNORED', parameters });
}

/** Read by the index of such events, `event_ignored`, however many others the source has. */
async function wereReported(tx: Tx, accountId: string, source: string, columns: string): Promise<boolean> {
  const known = await sql`
    select from event
    where account_id = ${accountId} and code = 'COLUMNS_IGNORED' and download_declaration = ${source}
      and md5(parameters ->> 'columns') = md5(${columns}) and parameters ->> 'columns' = ${columns} and purpose is distinct from 'proof' limit 1
  `.execute(tx);
  return known.rows.length > 0;
}

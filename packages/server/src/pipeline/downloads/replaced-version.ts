import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordEvent } from '../../units/record-event.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { describeUnit } from '../attempts/unit-subject.ts';
import { hasGoodRowsIn } from './good-rows.ts';

type Version = { id: string; description: string; raw: readonly { readonly sha256: string }[] | null };

/** Enough of a hash to tell two versions apart. */
const HASH_LENGTH = 12;

const shown = (version: Version): string => {
  const hashes = (version.raw ?? []).map((file) => file.sha256.slice(0, HASH_LENGTH)).slice(0, 3);
  return hashes.length === 0 ? version.description : `${version.description} (sha256 ${hashes.join(', ')})`;
};

/** Tells of a completed download, in its transaction, that it replaces an earlier version of its report date: names both. */
export async function tellReplaced(tx: Tx, unit: ClaimedUnit, source: string): Promise<void> {
  const found = await sql<Version>`
    select other.id, other.description, other.raw
    from download own join download other on other.account_id = own.account_id and other.source = own.source
      and other.report_date = own.report_date and other.purpose = own.purpose
    where own.account_id = ${unit.accountId} and own.id = ${unit.unitId}
      and (other.id = own.id or (${hasGoodRowsIn('other')} and other.finished <= own.finished))
    order by other.id = own.id desc, other.finished desc, other.id desc limit 2
  `.execute(tx);
  const [own, before] = found.rows;
  if (!own || !before) return;
  const subject = await describeUnit(tx, unit);
  const parameters = {
    name: source,
    version: shown(own),
    former: shown(before),
    date: subject.reportDate ?? 'no date',
  };
  await recordEvent(tx, { ...subject, severity: 'info', code: 'VERSION_REPLACED', parameters });
}

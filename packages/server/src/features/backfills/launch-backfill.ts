import { type BackfillProblem, type BackfillRequest, backfillProblems } from '@switchboard/model/backfill';
import { fullNumber } from '@switchboard/model/format';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { addBackfill } from '../../pipeline/backfills/store-backfill.ts';
import { frozenDelivery, frozenText } from '../../pipeline/state/frozen-dates.ts';
import { runningScript } from '../changelists/stored-changelist.ts';
import type { BackfillName } from './preview-backfill.ts';
import { activeBackfills } from './queries-state.ts';

export type LaunchInput = BackfillRequest & {
  readonly accountId: string;
  readonly person: { readonly id: string; readonly name: string };
  /** yyyy-MM-dd, in UTC. */
  readonly today: string;
};

export type Launched =
  | { readonly kind: 'launched'; readonly id: string }
  | { readonly kind: 'conflict'; readonly backfills: readonly BackfillName[] }
  | { readonly kind: 'refused'; readonly problem: BackfillProblem };

/** Attempts to launch. A conflicting backfill may end before its name is read; the launch is then tried again. */
const MAX_ATTEMPTS = 3;
const UNPUBLISHED: BackfillProblem = {
  field: 'upload_names',
  message: 'No script has been published, so there is nothing to backfill.',
};

/** Inserts a backfill, which a job turns into flows. The database rejects it if another one has the same upload and date. */
export async function launchBackfill(database: Database, input: LaunchInput): Promise<Launched> {
  const uploads = [...new Set(input.uploadNames)];
  for (let left = MAX_ATTEMPTS; ; left -= 1) {
    try {
      return await database.withAccount(input.accountId, (tx) => insertBackfill(tx, input, uploads));
    } catch (error) {
      if (!isConflict(error)) throw error;
      const backfills = await database.withAccount(input.accountId, (tx) =>
        activeBackfills(tx, input.accountId, uploads, input),
      );
      if (backfills.length > 0 || left <= 1)
        return { kind: 'conflict', backfills: backfills.map(({ id, title }) => ({ id, title })) };
    }
  }
}

async function insertBackfill(tx: Tx, input: LaunchInput, uploads: readonly string[]): Promise<Launched> {
  const { accountId, person } = input;
  const script = await runningScript(tx, accountId);
  if (!script) return { kind: 'refused', problem: UNPUBLISHED };
  const known = new Map(script.plan.uploads.map((upload) => [upload.name, upload]));
  const [problem] = backfillProblems(input, new Set(known.keys()), input.today);
  if (problem) return { kind: 'refused', problem };
  const frozen = await frozenDelivery(tx, accountId, uploads, input);
  if (frozen !== null) return { kind: 'refused', problem: { field: 'start_datetime', message: frozenText(frozen) } };
  // Concurrent launches would end in a deadlock. One after another, the second one fails with the conflict.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`backfills ${accountId}`}, 0))`.execute(tx);
  const downloads = [...new Set(uploads.flatMap((name) => known.get(name)?.sources ?? []))].sort();
  const title = input.title.trim();
  const id = await addBackfill(tx, {
    ...input,
    title,
    changelistId: script.changelistId,
    uploads,
    downloads,
    createdBy: person.id,
  });
  const amount = uploads.length === 1 ? (uploads[0] ?? '') : `${fullNumber(uploads.length)} uploads`;
  await recordEvent(tx, {
    accountId,
    backfillId: id,
    purpose: 'backfill',
    severity: 'info',
    code: 'BACKFILL_LAUNCHED',
    parameters: { person: person.name, title, uploads: amount, start: input.start, end: input.end },
  });
  await recordAudit(tx, {
    kind: 'backfill_launched',
    accountId,
    target: { kind: 'backfill', id, name: title },
    after: { uploads, start: input.start, end: input.end },
  });
  return { kind: 'launched', id };
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'backfill_conflict';
}

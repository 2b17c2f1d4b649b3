import type { Message } from '@switchboard/language';
import { type ChangelistStatus, readOnlyReason } from '@switchboard/model/changelist';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fullNumber } from '@switchboard/model/format';
import type { KeyValues } from '@switchboard/model/key-types/key-type';
import { isDated, type Plan, type PlanUpload, type Source } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import { uploadsBySource } from '../../../pipeline/backfills/plan-backfill.ts';
import { launchFlow } from '../../../pipeline/flows/launch-flow.ts';
import { addDownload } from '../../../pipeline/state/download-rows.ts';
import { checkTestPlace } from '../../../pipeline/uploads/test-place.ts';
import { realPlaces, testTarget } from '../../../pipeline/uploads/test-target.ts';
import type { Queue } from '../../../queue/queue.ts';
import { addUnit } from '../../../units/add-units.ts';
import { type CompilationResult, compileStored } from '../compile-changelist.ts';
import { markTested, runningScript } from '../stored-changelist.ts';
import { newestDateOfAll } from './newest-date.ts';
import { newestReportDate } from './test-date.ts';

export type TestInput = {
  readonly accountId: string;
  readonly changelistId: string;
  /** Names of upload declarations of the draft. */
  readonly uploads: readonly string[];
  /** Whether to download new files from the sources; otherwise production's newest files are loaded again. */
  readonly fetchNew: boolean;
  readonly person: { readonly id: string; readonly name: string };
  /** Epoch milliseconds. */
  readonly now: number;
};

export type TestLaunched =
  | ({ readonly kind: 'launched'; readonly flowIds: readonly string[] } & CompilationResult)
  /** The draft has errors. */
  | { readonly kind: 'errors'; readonly messages: readonly Message[] }
  | { readonly kind: 'not_found' }
  /** The request is invalid, or the state of the account does not allow the test. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Compiles a draft and launches a flow for each group of connected uploads among the selected ones. */
export async function launchTest(tx: Tx, queue: Queue, input: TestInput): Promise<TestLaunched> {
  const { accountId, changelistId } = input;
  const found = await sql<{ status: ChangelistStatus }>`
    select status from changelist where account_id = ${accountId} and id = ${changelistId} for no key update
  `.execute(tx);
  const status = found.rows[0]?.status;
  if (status === undefined) return { kind: 'not_found' };
  const readOnly = readOnlyReason(status);
  if (readOnly !== null) return { kind: 'refused', reason: readOnly };
  const { plan, messages, declarations } = await compileStored(tx, accountId, changelistId);
  if (!plan) return { kind: 'errors', messages };
  const chosen = plan.uploads.filter((upload) => input.uploads.includes(upload.name));
  const unfit = refusal(input.uploads, chosen);
  if (unfit !== null) return { kind: 'refused', reason: unfit };
  const groups: Group[] = [];
  for (const uploads of uploadsBySource(chosen)) groups.push(await groupOf(tx, input, plan, uploads));
  const harmful = await targetProblem(tx, accountId, plan, groups);
  if (harmful !== null) return { kind: 'refused', reason: harmful };
  const proofId = await insertProof(tx, input, plan);
  const flowIds: string[] = [];
  for (const group of groups) flowIds.push(await launchGroup(tx, queue, input, proofId, group));
  await markTested(tx, accountId, changelistId);
  return { kind: 'launched', flowIds, messages, declarations };
}

function refusal(asked: readonly string[], chosen: readonly PlanUpload[]): string | null {
  if (asked.length === 0) return 'Choose at least one upload.';
  const known = new Set(chosen.map((upload) => upload.name));
  const missing = asked.find((name) => !known.has(name));
  if (missing !== undefined) return `The draft has no upload ${missing.slice(0, 200)}.`;
  const sourceless = chosen.find((upload) => upload.sources.length === 0);
  return sourceless ? `${sourceless.name} reads no download, so there is nothing to test it with.` : null;
}

/** Uploads that share sources, those sources, and the report date of the test. */
type Group = {
  readonly uploads: readonly PlanUpload[];
  readonly sources: readonly Source[];
  readonly reportDate: string | null;
};

async function groupOf(tx: Tx, input: TestInput, plan: Plan, uploads: readonly PlanUpload[]): Promise<Group> {
  const read = new Set(uploads.flatMap((upload) => upload.sources));
  const sources = plan.sources.filter((source) => read.has(source.name));
  return { uploads, sources, reportDate: await dateOf(tx, input, sources.filter(isDated)) };
}

/** Why a test run would write to a destination of the draft or the published script; null when it would not. */
async function targetProblem(tx: Tx, accountId: string, plan: Plan, groups: readonly Group[]): Promise<string | null> {
  const published = (await runningScript(tx, accountId))?.plan.uploads ?? [];
  const real = realPlaces([...plan.uploads, ...published]);
  for (const { uploads, reportDate } of groups) {
    for (const upload of uploads) {
      const target = testTarget(upload, reportDate, real);
      if (target.kind === 'deliver') {
        const problem = placeProblem(target.upload, reportDate, await keyOf(tx, accountId, target.upload));
        if (problem !== null) return problem;
      }
      if (target.kind !== 'real') continue;
      const whose = target.of === upload.name ? 'its real destination' : `the real destination of ${target.of}`;
      return `The test target of ${upload.name} is ${whose}. Give its test block another path, table or key.`;
    }
  }
  return null;
}

/** The name and the open properties of the key with which a test run writes. Null for a destination without one. */
async function keyOf(tx: Tx, accountId: string, { key }: PlanUpload): Promise<WritingKey | null> {
  if (key === null) return null;
  const { rows } = await sql<WritingKey>`
    select name, properties from key where account_id = ${accountId} and id = ${key.id} and status <> 'archived'
  `.execute(tx);
  return rows[0] ?? { name: key.name, properties: {} };
}
type WritingKey = { readonly name: string; readonly properties: KeyValues };

/** Why a test run may not write there; null when it may. */
function placeProblem(upload: PlanUpload, reportDate: string | null, key: WritingKey | null): string | null {
  try {
    checkTestPlace(upload, reportDate, key);
    return null;
  } catch (error) {
    if (error instanceof PipelineError) return error.message;
    throw error;
  }
}

async function insertProof(tx: Tx, input: TestInput, plan: Plan): Promise<string> {
  const inserted = await sql<{ id: string }>`
    insert into proof (account_id, changelist_id, plan, upload_names, fetch_new, created_by)
    values (${input.accountId}, ${input.changelistId}, ${JSON.stringify(plan)}::jsonb, ${[...input.uploads]}::text[],
      ${input.fetchNew}, ${input.person.id})
    returning id
  `.execute(tx);
  const id = inserted.rows[0]?.id;
  if (id === undefined) throw new Error('The test run was not stored.');
  return id;
}

async function launchGroup(
  tx: Tx,
  queue: Queue,
  input: TestInput,
  proofId: string,
  { uploads, sources, reportDate }: Group,
): Promise<string> {
  const { accountId, changelistId, person } = input;
  const downloads: string[] = [];
  for (const source of sources) downloads.push(await addTestDownload(tx, queue, input, proofId, source, reportDate));
  const names = uploads.map((upload) => upload.name).sort();
  const flowId = await launchFlow(tx, queue, {
    accountId,
    changelistId,
    purpose: 'proof',
    reportDate,
    uploads: uploads.map((upload) => {
      const target = testTarget(upload, reportDate);
      return {
        name: upload.name,
        project: upload.project,
        destination: target.destination,
        destinationType: target.kind === 'deliver' ? upload.connector : 'result',
      };
    }),
    downloads,
    identity: JSON.stringify(['proof', proofId, names]),
    proofId,
    launchedBy: person.id,
    interactive: true,
  });
  if (flowId === null) throw new Error(`The test run ${proofId} was launched before.`);
  const amount = names.length === 1 ? (names[0] ?? '') : `${fullNumber(names.length)} uploads`;
  await recordEvent(tx, {
    accountId,
    flowId,
    purpose: 'proof',
    severity: 'info',
    reportDate,
    code: 'TEST_LAUNCHED',
    parameters: { person: person.name, uploads: amount, data: input.fetchNew ? 'new' : 'existing' },
  });
  return flowId;
}

/** The newest date for which production has files of every source, or else the newest date of all schedules. */
async function dateOf(tx: Tx, input: TestInput, dated: readonly Source[]): Promise<string | null> {
  if (dated.length === 0) return null;
  const names = dated.map((source) => source.name);
  const expected = newestReportDate(
    dated.map((source) => source.schedule),
    input.now,
  );
  if (input.fetchNew) return expected;
  return (await newestDateOfAll(tx, input.accountId, names)) ?? expected;
}

/** Adds a download for the test run: of production's newest files, or (null raw) of files to fetch. */
async function addTestDownload(
  tx: Tx,
  queue: Queue,
  input: TestInput,
  proofId: string,
  source: Source,
  flowDate: string | null,
): Promise<string> {
  const { accountId, changelistId } = input;
  const reportDate = isDated(source) ? flowDate : null;
  const newest = await sql<{ raw: unknown; handle: unknown; description: string }>`
    select raw, handle, description from download
    where account_id = ${accountId} and source = ${source.name} and purpose = 'production' and status = 'completed'
      and raw is not null and raw_removed is null and report_date is not distinct from ${reportDate}::date
    order by finished desc, id desc limit 1
  `.execute(tx);
  const files = input.fetchNew ? undefined : newest.rows[0];
  const id = await addDownload(tx, {
    accountId,
    changelistId,
    source,
    purpose: 'proof',
    reportDate,
    trigger: `test ${proofId} ${flowDate}`,
    proofId,
    files,
  });
  if (id === null) throw new Error(`The download of ${source.name} was not stored.`);
  const unit = { accountId, unitId: id, kind: 'download', purpose: 'proof' } as const;
  await addUnit(tx, { ...unit, state: 'ready', interactive: true });
  await queue.wake(tx, { ...unit, reportDate });
  return id;
}

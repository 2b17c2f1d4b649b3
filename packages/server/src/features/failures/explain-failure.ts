import { type ScriptStretch, scriptPlace } from '@switchboard/language';
import { DIRTY_ROWS, failureOf, isInScript } from '@switchboard/model/presentation/failure';
import type { Tx } from '../../db/database.ts';
import { loadPlan } from '../../pipeline/state/plan-queries.ts';
import { partsOfDownloads } from '../transfers/downloads/queries.ts';
import { type BlamedPart, blamedPart, type KnownFailure } from './blamed-part.ts';
import {
  type FailedAssertion,
  type FailedRun,
  type Failing,
  failedAssertion,
  failedDownload,
  failedFlow,
  failedUpload,
  failuresOfFlow,
  fileThatRan,
  latestFailure,
  type RecordedFailure,
} from './queries.ts';

/** Where a failure comes from. */
export type FailureExplanation = FailedRun & {
  readonly code: string;
  /** Whether a line of the script is responsible. */
  readonly is_in_script: boolean;
  readonly place: (ScriptStretch & { readonly path: string }) | null;
  /** Kind of the place: the declaration, or its column if one is known. */
  readonly subject_kind: string | null;
  readonly subject: string | null;
  readonly column: string | null;
  /** Whether the script was saved after the run had read it. */
  readonly is_changed: boolean;
  readonly key_name: string | null;
  /** The download that has failed, or has the dirty rows. */
  readonly download_id: string | null;
  /** The assertion that failed, if rows that contradict it were kept. */
  readonly rows_of: string | null;
};

export type FailureRef = { readonly kind: Failing; readonly id: string };

const READERS = { download: failedDownload, upload: failedUpload, flow: failedFlow } as const;

/** Where the failure of a download, upload or flow comes from; null when it does not exist or has not failed. */
export async function explainFailure(tx: Tx, accountId: string, ref: FailureRef): Promise<FailureExplanation | null> {
  const run = await READERS[ref.kind](tx, accountId, ref.id);
  if (run === null) return null;
  const recorded = await latestFailure(tx, accountId, run);
  if (run.kind === 'flow') return explainFlow(tx, accountId, run, recorded);
  const code = run.failure_code ?? codeWithout(run, recorded);
  if (code === null) return null;
  const known = await knownFailure(tx, accountId, run, code, recorded);
  return explained(tx, accountId, run, known);
}

/** Returns the error code of a transfer that does not count as failed: it is retried, or has dirty rows. */
function codeWithout({ status, dirty_row_status: dirty }: FailedRun, recorded: RecordedFailure | null): string | null {
  if (status === 'retrying') return recorded?.code ?? null;
  if (status === 'completed' && dirty !== 'none') return DIRTY_ROWS;
  return null;
}

/** Why a flow failed: by itself, or through an upload, an assertion or a download of it. */
async function explainFlow(
  tx: Tx,
  accountId: string,
  run: FailedRun,
  recorded: RecordedFailure | null,
): Promise<FailureExplanation | null> {
  if (recorded !== null && recorded.code !== 'INPUT_FAILED') {
    const { code, parameters } = recorded;
    return explained(tx, accountId, run, { ...NOTHING, ...run, code, parameters });
  }
  const assertion = await failedAssertion(tx, accountId, run.id, null);
  if (assertion !== null)
    return explained(tx, accountId, run, { ...NOTHING, ...run, code: 'UPLOAD_STOPPED', assertion });
  const [cause] = await failuresOfFlow(tx, accountId, run.id);
  return cause === undefined ? null : explainFailure(tx, accountId, cause);
}

type Known = Omit<KnownFailure, 'assertion'> & {
  readonly assertion: FailedAssertion | null;
  readonly downloadId: string | null;
};

const NOTHING = { parameters: {}, dirty: null, assertion: null, downloadId: null } as const;

async function knownFailure(
  tx: Tx,
  accountId: string,
  run: FailedRun,
  code: string,
  recorded: RecordedFailure | null,
): Promise<Known> {
  const { kind, id, name, flow_id: flowId } = run;
  const own = { ...NOTHING, code, kind, name, parameters: recorded?.parameters ?? {} };
  if (kind === 'download') return { ...own, downloadId: id, dirty: await dirtiest(tx, accountId, run) };
  if (flowId === null) return own;
  if (code === 'UPLOAD_STOPPED') return { ...own, assertion: await failedAssertion(tx, accountId, flowId, name) };
  const ofFlow = await latestFailure(tx, accountId, { kind: 'flow', id: flowId });
  if (ofFlow?.code === code) return { ...own, parameters: ofFlow.parameters };
  if (code !== 'INPUT_FAILED') return own;
  const cause = (await failuresOfFlow(tx, accountId, flowId)).find((each) => each.kind === 'download');
  return { ...own, downloadId: cause?.id ?? null };
}

/** The source table with most dirty rows, and the column that most of them violate. */
async function dirtiest(
  tx: Tx,
  accountId: string,
  { id, dirty_row_status }: FailedRun,
): Promise<KnownFailure['dirty']> {
  if (dirty_row_status === 'none') return null;
  const parts = (await partsOfDownloads(tx, accountId, [id])).get(id) ?? [];
  const [part] = parts.toSorted((one, other) => (other.dirty_row_count ?? 0) - (one.dirty_row_count ?? 0));
  if (part === undefined) return null;
  const [reason] = part.dirty_reasons.toSorted(
    (one, other) => other.dirty - one.dirty || other.rejected - one.rejected,
  );
  return { table: part.name, column: reason?.column ?? '' };
}

async function explained(tx: Tx, accountId: string, run: FailedRun, known: Known): Promise<FailureExplanation> {
  const plan = await loadPlan(tx, accountId, run.changelist_id, run.proof_id);
  const part = blamedPart(plan, { ...known, assertion: known.assertion?.name ?? null });
  return {
    ...run,
    code: known.code,
    is_in_script: isInScript(failureOf(known.code)),
    key_name: part?.key ?? null,
    download_id: known.downloadId,
    rows_of: known.assertion?.has_rows ? known.assertion.id : null,
    ...(await placed(tx, accountId, run, part)),
  };
}

async function placed(tx: Tx, accountId: string, run: FailedRun, part: BlamedPart | null) {
  const file = part && (await fileThatRan(tx, accountId, run.changelist_id, part.position.path));
  const stretch = part && file && scriptPlace(file.text, part.subject);
  return {
    place: stretch ? { ...stretch, path: part.position.path } : null,
    subject_kind: part?.subject.kind ?? null,
    subject: part?.subject.name ?? null,
    column: part?.subject.column ?? null,
    // A published version never changes. A draft can be saved after its test run was launched.
    is_changed: run.proof_id !== null && file !== null && file.saved > run.launched,
  };
}

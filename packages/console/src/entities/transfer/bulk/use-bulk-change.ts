import { useCallback, useEffect, useReducer, useRef } from 'react';
import { type AnyVariables, type OperationResult, type TypedDocumentNode, useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import {
  PreviewBulkDownloadsDocument,
  PreviewBulkUploadsDocument,
  RunBulkChangeDocument,
} from '../../../api/generated/documents/bulk.ts';
import type { BulkPreviewFragment, RunBulkChangeMutation } from '../../../api/generated/graphql.ts';
import type { TransferKind } from '../transfer-kind.ts';
import { type BulkRequest, scopeVariables } from './bulk-action.ts';
import { type BulkState, type BulkStep, bulkReducer } from './bulk-state.ts';

type PreviewDocument = TypedDocumentNode<{ readonly preview: BulkPreviewFragment }, AnyVariables>;

const PREVIEWS: Readonly<Record<TransferKind['noun'], PreviewDocument>> = {
  download: PreviewBulkDownloadsDocument as PreviewDocument,
  upload: PreviewBulkUploadsDocument as PreviewDocument,
};

export type BulkChangeRun = {
  readonly state: BulkState;
  /** Counts the rows again, as they are now. */
  readonly count: () => void;
  /** Changes what was counted, or goes on after an interruption. */
  readonly run: () => void;
  /** Stops after the rows that are being changed. */
  readonly stop: () => void;
};

/** Returns the step that follows the answer to one batch. */
function stepAfter({ data, error }: Pick<OperationResult<RunBulkChangeMutation>, 'data' | 'error'>): BulkStep {
  const result = data?.run_bulk_change;
  if (error !== undefined || result === undefined)
    return { type: 'failed', failure: describeFailure(error ?? { graphQLErrors: [] }) };
  return 'problem' in result ? { type: 'refused', problem: result.problem } : { type: 'progressed', progress: result };
}

/**
 * Counts the rows of a request, and changes them batch by batch. Each run of a count has one request id, so that a call
 * that is repeated changes nothing twice.
 */
export function useBulkChange(noun: TransferKind['noun'], { action, scope }: BulkRequest): BulkChangeRun {
  const client = useClient();
  const [state, dispatch] = useReducer(bulkReducer, { phase: 'counting' });
  const isActive = useRef(true);
  const isStopping = useRef(false);
  const isRunning = useRef(false);
  const counted = useRef<{ readonly id: string; readonly requestId: string } | null>(null);
  const question = JSON.stringify({ action, ...scopeVariables(scope) });

  const count = useCallback(async () => {
    dispatch({ type: 'count' });
    const { data, error } = await client.mutation(PREVIEWS[noun], JSON.parse(question) as AnyVariables).toPromise();
    if (!isActive.current) return;
    if (error !== undefined || data === undefined)
      dispatch({ type: 'failed', failure: describeFailure(error ?? { graphQLErrors: [] }) });
    else {
      counted.current = { id: data.preview.id, requestId: crypto.randomUUID() };
      dispatch({ type: 'counted', preview: data.preview });
    }
  }, [client, noun, question]);

  useEffect(() => {
    isActive.current = true;
    void count();
    return () => {
      isActive.current = false;
    };
  }, [count]);

  const run = useCallback(async () => {
    const change = counted.current;
    // A form can be sent twice before it is rendered again.
    if (change === null || isRunning.current) return;
    isRunning.current = true;
    isStopping.current = false;
    dispatch({ type: 'run' });
    const variables = { id: change.id, request_id: change.requestId };
    for (let open = true; open && isActive.current; ) {
      const step = stepAfter(await client.mutation(RunBulkChangeDocument, variables).toPromise());
      dispatch(step);
      open = step.type === 'progressed' && step.progress.open > 0 && !isStopping.current;
    }
    isRunning.current = false;
  }, [client]);

  const stop = useCallback(() => {
    isStopping.current = true;
    dispatch({ type: 'stop' });
  }, []);

  return { state, count: () => void count(), run: () => void run(), stop };
}

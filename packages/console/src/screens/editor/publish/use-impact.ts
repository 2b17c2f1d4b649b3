import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { PreviewPublishDocument, PreviewPublishRowsDocument } from '../../../api/generated/documents/publish.ts';
import type {
  PreviewPublishMutation,
  PreviewPublishMutationVariables,
  PreviewPublishRowsMutation,
} from '../../../api/generated/graphql.ts';
import { runCancellable } from '../../../api/run-cancellable.ts';

export type Impact = Extract<PreviewPublishMutation['preview_publish'], { __typename: 'PublishImpact' }>;
export type ChangedUpload = Impact['uploads'][number];
export type ComparedRows = Extract<PreviewPublishRowsMutation['preview_publish_rows'], { __typename: 'PublishedRows' }>;

export type Loaded<Data> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: string }
  | { readonly phase: 'ready'; readonly data: Data };

/** Why rows were not compared, and the declaration that is the cause, if one is. */
export type FailedRows = {
  readonly phase: 'failed';
  readonly message: string;
  /** Null for a failure of the request. */
  readonly reason: string | null;
  readonly declaration: string | null;
  readonly path: string | null;
  readonly line: number | null;
};

/** `idle`: only compared when the person asks; `waiting`: after others. */
export type RowsState =
  | Exclude<Loaded<ComparedRows>, { phase: 'failed' }>
  | FailedRows
  | { readonly phase: 'idle' | 'waiting' };

export type PublishedScript = PreviewPublishMutationVariables;

export type PublishImpactState = {
  readonly impact: Loaded<Impact>;
  readonly rows: ReadonlyMap<string, RowsState>;
  /** Lists the changes again. */
  readonly retry: () => void;
  /** Compares the rows of an upload, after those that are being compared. */
  readonly compare: (upload: string) => void;
};

/** Uploads whose rows are compared without being asked. */
const COMPARED = 10;

const messageOf = (error: Parameters<typeof describeFailure>[0] | undefined): string =>
  describeFailure(error ?? { graphQLErrors: [] }).message;

const NO_PLACE = { reason: null, declaration: null, path: null, line: null } as const;

function failedRows(
  result: PreviewPublishRowsMutation['preview_publish_rows'] | undefined,
): Omit<FailedRows, 'message'> {
  if (result?.__typename !== 'PreviewFailure') return { phase: 'failed', ...NO_PLACE };
  const { reason, declaration, path, line } = result;
  return { phase: 'failed', reason, declaration, path, line };
}

/** Loads the effects of publishing a script: first the lists, then the rows of one upload after the other. It ends when the dialog is left. */
export function useImpact(script: PublishedScript): PublishImpactState {
  const client = useClient();
  const [impact, setImpact] = useState<Loaded<Impact>>({ phase: 'loading' });
  const [rows, setRows] = useState<ReadonlyMap<string, RowsState>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const queue = useRef<string[]>([]);
  const cancelRun = useRef<(() => void) | null>(null);

  const set = useCallback((upload: string, state: RowsState) => {
    setRows((now) => new Map(now).set(upload, state));
  }, []);
  const runNext = useCallback(() => {
    const upload = cancelRun.current === null ? queue.current.shift() : undefined;
    if (upload === undefined) return;
    set(upload, { phase: 'loading' });
    cancelRun.current = runCancellable(client, PreviewPublishRowsDocument, { ...script, upload }, ({ data, error }) => {
      const result = data?.preview_publish_rows;
      if (result?.__typename === 'PublishedRows') set(upload, { phase: 'ready', data: result });
      else set(upload, { ...failedRows(result), message: result?.message ?? messageOf(error) });
      cancelRun.current = null;
      runNext();
    });
  }, [client, script, set]);
  const compare = useCallback(
    (upload: string) => {
      queue.current.push(upload);
      set(upload, { phase: 'waiting' });
      runNext();
    },
    [set, runNext],
  );

  useEffect(() => {
    void attempt;
    setImpact({ phase: 'loading' });
    const cancel = runCancellable(client, PreviewPublishDocument, script, ({ data, error }) => {
      const result = data?.preview_publish;
      if (result?.__typename !== 'PublishImpact') {
        setImpact({ phase: 'failed', message: result?.message ?? messageOf(error) });
        return;
      }
      setImpact({ phase: 'ready', data: result });
      const names = result.uploads.filter((upload) => upload.rows_may_change).map(({ name }) => name);
      queue.current = names.slice(0, COMPARED);
      setRows(new Map(names.map((name, index) => [name, { phase: index < COMPARED ? 'waiting' : 'idle' }])));
      runNext();
    });
    return () => {
      cancel();
      cancelRun.current?.();
      cancelRun.current = null;
      queue.current = [];
    };
  }, [client, script, attempt, runNext]);
  return { impact, rows, compare, retry: () => setAttempt(attempt + 1) };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../../api/failure.ts';
import { PreviewTableDocument } from '../../../api/generated/documents/preview.ts';
import type { PreviewTableMutation } from '../../../api/generated/graphql.ts';
import { runCancellable } from '../../../api/run-cancellable.ts';
import type { EditorSession } from '../session/editor-session.ts';

type Result = PreviewTableMutation['preview_table'];
export type ShownTable = Extract<Result, { __typename: 'TablePreview' }>;

/** Why a preview has no rows. */
export type PreviewProblem = {
  readonly title: string;
  readonly message: string;
  readonly requestId: string | undefined;
  /** Where in the script the reason stands; null where it is not the script. */
  readonly place: { readonly path: string; readonly line: number } | null;
};

/** `rows` stay while they are computed again. */
export type PreviewState = {
  /** Null while nothing is previewed. */
  readonly table: string | null;
  readonly isRunning: boolean;
  readonly rows: ShownTable | null;
  readonly problem: PreviewProblem | null;
  /** Whether the text was edited since the rows were computed. */
  readonly isOutdated: boolean;
};

export type LowerTab = 'problems' | 'preview';

export type TablePreviews = PreviewState & {
  /** Tab that is shown below the text. */
  readonly tab: LowerTab;
  readonly setTab: (tab: LowerTab) => void;
  readonly show: (table: string) => void;
  readonly refresh: () => void;
  readonly close: () => void;
};

const NONE: PreviewState = { table: null, isRunning: false, rows: null, problem: null, isOutdated: false };

/** Previews tables of a draft as it stands in the editor. One at a time; a run ends when the editor is left. */
export function useTablePreview({
  id,
  files,
  version,
}: Pick<EditorSession, 'id' | 'files' | 'version'>): TablePreviews {
  const client = useClient();
  const [state, setState] = useState(NONE);
  const [tab, setTab] = useState<LowerTab>('preview');
  const cancel = useRef<() => void>(() => undefined);
  useEffect(() => () => cancel.current(), []);
  useEffect(
    () =>
      files.onEdit(() => setState((now) => (now.rows === null || now.isOutdated ? now : { ...now, isOutdated: true }))),
    [files],
  );

  const show = useCallback(
    (table: string) => {
      cancel.current();
      setTab('preview');
      setState((now) => ({ ...NONE, table, isRunning: true, rows: now.table === table ? now.rows : null }));
      const changes = files.changes();
      const variables = { id, table, version: version(), files: changes.length === 0 ? null : changes };
      cancel.current = runCancellable(client, PreviewTableDocument, variables, ({ data, error }) => {
        const result = data?.preview_table;
        if (result?.__typename === 'TablePreview') setState({ ...NONE, table, rows: result });
        else if (result) setState({ ...NONE, table, problem: problemOf(result) });
        else {
          const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
          setState({ ...NONE, table, problem: { title: FAILED, message, requestId, place: null } });
        }
      });
    },
    [client, id, files, version],
  );
  const close = useCallback(() => {
    cancel.current();
    setState(NONE);
  }, []);
  const { table } = state;
  return { ...state, tab, setTab, show, close, refresh: () => table !== null && show(table) };
}

const FAILED = 'The preview failed.';
const TITLES: Readonly<Record<string, string>> = {
  no_table: 'The table does not exist.',
  no_download: 'No data yet.',
  query: 'The query failed.',
  files: 'The files could not be read.',
  limit: 'The preview is too large.',
  busy: 'The preview could not start.',
  superseded: 'The preview was ended.',
  stale: 'The draft was changed.',
};

function problemOf(result: Exclude<Result, ShownTable>): PreviewProblem {
  const problem = { title: FAILED, message: '', requestId: undefined, place: null };
  switch (result.__typename) {
    case 'CompilationErrors': {
      const error = result.compilation_result.messages.find(({ type }) => type === 'error');
      const title = 'The script does not compile.';
      if (error === undefined) return { ...problem, title, message: result.message };
      return { ...problem, title, message: error.message, place: { path: error.path, line: error.line } };
    }
    case 'PreviewFailure': {
      const { reason, message, path, line } = result;
      const place = path === null || line === null ? null : { path, line };
      return { ...problem, title: TITLES[reason] ?? FAILED, message, place };
    }
    default:
      return { ...problem, message: result.message };
  }
}

import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../api/failure.ts';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { fileFailure, useAccountFiles } from '../../api/files/account-files.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { CutText } from '../transfer/cells.tsx';
import { readCsv } from './read-csv.ts';

type Row = { readonly id: string; readonly fields: readonly string[] };
type State =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly header: readonly string[]; readonly rows: readonly Row[] };

const LOADING: State = { phase: 'loading' };
const NO_HEADER: readonly string[] = [];
const NO_ROWS: readonly Row[] = [];

async function readRows(response: Response): Promise<State> {
  const unpacked = response.body?.pipeThrough(new DecompressionStream('gzip'));
  const [header = [], ...records] = readCsv(await new Response(unpacked).text());
  return { phase: 'ready', header, rows: records.map((fields, index) => ({ id: String(index), fields })) };
}

/** The first rows that contradict an assertion. @param file below /api/{account}/files */
export function AssertionRows({ file }: { readonly file: string }) {
  const files = useAccountFiles();
  const [state, setState] = useState<State>(LOADING);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches the rows again
  useEffect(() => {
    const ended = new AbortController();
    setState(LOADING);
    void files
      .open(`files/${encodeURIComponent(file)}`, ended.signal)
      .then(readRows)
      .catch((error: unknown): State | null => {
        const failure = fileFailure(error);
        return failure && { phase: 'failed', failure };
      })
      .then((next) => {
        if (next !== null && !ended.signal.aborted) setState(next);
      });
    return () => ended.abort();
  }, [files, file, attempt]);
  const retry = useCallback(() => setAttempt((current) => current + 1), []);
  if (state.phase === 'failed') {
    return <ErrorState title={GENERIC_FAILURE} failure={state.failure} onRetry={retry} />;
  }
  const { header, rows } = state.phase === 'ready' ? state : { header: NO_HEADER, rows: NO_ROWS };
  const columns = header.map(
    (name, at): Column<Row> => ({
      id: `${at}`,
      header: name,
      width: COLUMN_WIDTHS.outcome,
      grow: 2,
      cell: ({ fields }) => <CutText value={fields[at] ?? ''} mono />,
    }),
  );
  return (
    <NestedTable
      label="Rows that contradict the assertion"
      columns={columns}
      rows={rows}
      loading={state.phase === 'loading'}
      note="No Items"
    />
  );
}

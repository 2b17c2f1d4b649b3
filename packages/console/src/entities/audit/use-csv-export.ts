import { useCallback, useState } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';

const PAGE = 100;

type Connection<Row> = {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
};

export type CsvExport = {
  /** Rows read so far; null while no export runs. */
  readonly receivedRows: number | null;
  readonly start: () => void;
};

/** Saves all rows of a list as a CSV file, page by page. */
export function useCsvExport<Data, Variables extends PageVariables, Row>(
  document: TypedDocumentNode<Data, Variables>,
  options: {
    readonly variables: Omit<Variables, keyof PageVariables>;
    readonly select: (data: Data) => Connection<Row>;
    readonly text: (rows: readonly Row[]) => string;
    readonly filename: string;
  },
): CsvExport {
  const client = useClient();
  const latest = useLatest(options);
  const [receivedRows, setReceivedRows] = useState<number | null>(null);
  const start = useCallback(() => {
    const { variables, select, text, filename } = latest.current;
    const run = async (): Promise<void> => {
      const rows: Row[] = [];
      let after: string | null = null;
      for (;;) {
        setReceivedRows(rows.length);
        const page = { ...variables, first: PAGE, ...(after === null ? {} : { after }) } as Variables;
        const { data, error } = await client.query(document, page, { requestPolicy: 'network-only' }).toPromise();
        if (data === undefined || data === null) {
          const { requestId } = describeFailure(error ?? { graphQLErrors: [] });
          return toastFailed('There was an error exporting the data', requestId);
        }
        const { nodes, pageInfo } = select(data);
        rows.push(...nodes);
        after = pageInfo.endCursor ?? null;
        if (!pageInfo.hasNextPage || after === null) break;
      }
      saveBlob(new Blob([text(rows)], { type: 'text/csv' }), filename);
    };
    void run().finally(() => setReceivedRows(null));
  }, [client, document]);
  return { receivedRows, start };
}

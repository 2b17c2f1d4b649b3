import { useCallback, useState } from 'react';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { AdminActsDocument } from '../../api/generated/documents/audit.ts';
import type { AdminActRowFragment, AdminActsQueryVariables } from '../../api/generated/graphql.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { changeText } from './audit-view.ts';

const PAGE = 100;
const HEADINGS = ['Time', 'Kind', 'By', 'Program', 'User', 'Account', 'Change', 'Request-ID'];
/** A spreadsheet would run a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | null): string {
  const text = value ?? '';
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows of the audit log as CSV. */
export function auditCsv(rows: readonly AdminActRowFragment[]): string {
  const lines = rows.map((row) => [
    row.created,
    row.kind,
    row.person_email,
    row.program,
    row.subject_email,
    row.url_name,
    changeText(row.before, row.after),
    row.request_id,
  ]);
  return [HEADINGS, ...lines].map((line) => `${line.map(cell).join(',')}\n`).join('');
}

export type AuditExport = {
  /** Rows read so far; null while no export runs. */
  readonly receivedRows: number | null;
  readonly start: () => void;
};

/** Saves all rows that match as a file, page by page. */
export function useAuditExport(variables: Omit<AdminActsQueryVariables, 'first' | 'after'>): AuditExport {
  const client = useClient();
  const [receivedRows, setReceivedRows] = useState<number | null>(null);
  const start = useCallback(() => {
    const run = async (): Promise<void> => {
      const rows: AdminActRowFragment[] = [];
      let after: string | null = null;
      for (;;) {
        setReceivedRows(rows.length);
        const page: AdminActsQueryVariables = { ...variables, first: PAGE, ...(after === null ? {} : { after }) };
        const { data, error } = await client
          .query(AdminActsDocument, page, { requestPolicy: 'network-only' })
          .toPromise();
        if (data === undefined || data === null) {
          const { requestId } = describeFailure(error ?? { graphQLErrors: [] });
          return toastFailed('There was an error exporting the data', requestId);
        }
        rows.push(...data.admin_acts.nodes);
        after = data.admin_acts.pageInfo.endCursor ?? null;
        if (!data.admin_acts.pageInfo.hasNextPage || after === null) break;
      }
      saveBlob(new Blob([auditCsv(rows)], { type: 'text/csv' }), 'audit-log.csv');
    };
    void run().finally(() => setReceivedRows(null));
  }, [client, variables]);
  return { receivedRows, start };
}

import type { KeyProperties } from '@switchboard/connectors';
import type { UploadRequest } from '@switchboard/engine';
import type { Parameters, UploadMode } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';

/** A delivery of the table `ads` as the server would ask for it; each with a higher fence than the one before. */
export function uploadRequest(of: {
  readonly connector: string;
  readonly parameters: Parameters;
  readonly mode: UploadMode;
  readonly key: KeyProperties | null;
  readonly resultKey: string;
  readonly columns: readonly Column[];
  readonly rows: number;
  readonly fence: number;
}): UploadRequest {
  const { connector, parameters, mode, key, resultKey, columns, rows, fence } = of;
  return {
    accountId: '1',
    unitId: 'bench',
    attempt: 1,
    fence,
    purpose: 'production',
    upload: {
      name: 'ads',
      project: 'bench',
      table: 'ads',
      connector,
      key: key && { id: key.name, name: key.name },
      parameters,
      mode,
      columns,
      tables: [],
      sourceTables: ['ads'],
      sources: ['ads'],
      destination: connector,
      position: { path: 'bench.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
    },
    key,
    reportDate: null,
    resultKey,
    columns,
    rows,
  };
}

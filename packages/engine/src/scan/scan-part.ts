import { scanCsv } from '../formats/csv/csv-scan.ts';
import type { ScanResult, ScanTask } from '../formats/part-scan/scan-task.ts';
import { scanRecords } from '../formats/record-scan.ts';
import { FORMAT_READERS } from '../formats/registry.ts';

/** Runs a scan in this thread. Throws SyntaxError for a malformed or incomplete document. */
export function scanPart(task: ScanTask): ScanResult {
  const { layout } = task;
  if (layout.kind === 'csv') return scanCsv(task, layout);
  return scanRecords(task, layout, layout.kind === 'document' ? FORMAT_READERS[layout.format].document : undefined);
}

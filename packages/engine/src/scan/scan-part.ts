import { scanCsv } from '../formats/csv/csv-scan.ts';
import { scanRecords } from '../formats/record-scan.ts';
import type { ScanAnswer, ScanTask } from './scan-task.ts';

/** Does a scan in this thread. Throws SyntaxError for a JSON or XML document that is not whole. */
export function scanPart(task: ScanTask): ScanAnswer {
  return task.layout.kind === 'csv' ? scanCsv(task, task.layout) : scanRecords(task, task.layout);
}

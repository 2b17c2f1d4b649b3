import { posix } from 'node:path';
import { WALK } from './steps.ts';

/** How the walk went before the server had layers, by step; it is history and does not change. */
const BEFORE: Readonly<Record<string, string>> = {
  schedule:
    '`roles` scheduler, every; `transfers` of-date, probed; `flows` due-flows; `ledger` work, add-units; `queue` queue',
  claim: '`roles` worker; `ledger` take-unit, wait-facts, unit, run-unit; `roles` work-parts; `keys` stored-keys',
  download:
    '`transfers` run-download, run-download-report, complete-download, ignored-columns, replaced-version, loaded-alike; `ledger` change-status, unit-subject, record-event',
  flow: '`flows` start-flows, between-scripts, waiting-uploads; `ledger` blocked; `flows` run-flow, table-states',
  upload: '`transfers` run-upload, deadlines; `ledger` swap; `flows` end-flow',
};

/** The files of the walk in order. */
export const walkFiles = (): readonly string[] => WALK.flatMap(({ stops }) => stops.map(({ file }) => file));

/** How often the folder changes from one file of the walk to the next. */
export function folderChanges(files: readonly string[]): number {
  const folders = files.map((file) => posix.dirname(file));
  return folders.filter((folder, index) => index > 0 && folder !== folders[index - 1]).length;
}

/** The walk as the table of ARCHITECTURE.md: by step, the files of each folder, before and now. */
export function walkTable(): string {
  const files = walkFiles();
  return [
    `| step | before: 34 files, 16 changes of folder | now: ${files.length} files, ${folderChanges(files)} changes of folder |`,
    '| --- | --- | --- |',
    ...WALK.map(({ name, stops }) => {
      const folders = Map.groupBy(
        stops.map(({ file }) => file),
        (file) => posix.dirname(file),
      );
      const now = [...folders].map(
        ([folder, own]) => `\`${folder}\` ${own.map((file) => posix.basename(file)).join(', ')}`,
      );
      return `| ${name} | ${BEFORE[name] ?? ''} | ${now.join('; ')} |`;
    }),
  ].join('\n');
}

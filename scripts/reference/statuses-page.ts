import {
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_TRANSITIONS,
  FLOW_STATUS_VIEWS,
  FLOW_TRANSITIONS,
  type StatusView,
  UPLOAD_STATUS_VIEWS,
  UPLOAD_TRANSITIONS,
} from '@switchboard/model/status/status';
import { code, page, table } from './markdown.ts';

/** The statuses of downloads, uploads and flows, and which may follow which. */
export function statusesPage(): string {
  return page(
    'Statuses',
    'What work can be in, how it is shown, and what may come next. A status without a next one is final.',
    '## Downloads',
    statusTable(DOWNLOAD_STATUS_VIEWS, DOWNLOAD_TRANSITIONS),
    '## Uploads',
    statusTable(UPLOAD_STATUS_VIEWS, UPLOAD_TRANSITIONS),
    '## Flows',
    statusTable(FLOW_STATUS_VIEWS, FLOW_TRANSITIONS),
  );
}

function statusTable<S extends string>(
  views: Readonly<Record<S, StatusView>>,
  transitions: Readonly<Record<S, readonly S[]>>,
): string {
  const rows = Object.entries<StatusView>(views).map(([status, { label, tone }]) => {
    const next = Object.entries<readonly S[]>(transitions).find(([from]) => from === status)?.[1] ?? [];
    return [code(status), label, tone, next.map(code).join(', ')];
  });
  return table(['Status', 'Shown as', 'Drawn as', 'May become'], rows);
}

import {
  DOWNLOAD_STATUS_VIEWS,
  DOWNLOAD_STATUSES,
  DOWNLOAD_UNFINISHED,
  downloadTone,
  fullNumber,
  parseTimestamp,
  type StatusTone,
  UPLOAD_STATUS_VIEWS,
  UPLOAD_STATUSES,
  UPLOAD_UNFINISHED,
} from '@switchboard/model';
import type { DownloadRowFragment, UploadRowFragment } from '../../api/generated/graphql.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import type { StatusIcon } from '../../ui/status/status-badge.tsx';
import { dirtyStatusOf } from '../download/dirty-rows.ts';
import { progressView } from './progress.ts';

/** How a transfer's status is drawn. */
export type TransferStatusView = {
  readonly tone: StatusTone;
  readonly label: string;
  readonly icon: StatusIcon;
  /** What stands beside the badge. */
  readonly text: string | null;
  readonly percent: number | null;
};

type Retrying = { readonly retry_count: number; readonly retry_limit: number; readonly next_try: string | null };

/** "2/4 · in 40 s": tries again out of those there are, the first not counted. */
function retryText(transfer: Retrying, now: number): string {
  const count = `${transfer.retry_count}/${Math.max(0, transfer.retry_limit - 1)}`;
  const next = transfer.next_try === null ? null : parseTimestamp(transfer.next_try);
  return next === null || next.getTime() <= now ? count : `${count} · ${relativeTime(next.getTime(), now)}`;
}

function nextCheck(nextTry: string | null, now: number): string | null {
  const next = nextTry === null ? null : parseTimestamp(nextTry);
  return next === null ? null : `next check ${relativeTime(next.getTime(), now)}`;
}

const rowsText = (count: number | null): string | null =>
  count === null ? null : `${fullNumber(count)} ${count === 1 ? 'row' : 'rows'}`;

const WAITING = new Set(['queued', 'requested', 'preparing']);

function iconOf(tone: StatusTone, status: string): StatusIcon {
  if (WAITING.has(status)) return 'waiting';
  return status === 'retrying' ? 'retrying' : tone === 'inactive' ? 'skipped' : tone;
}

/** A status that this console does not know is shown as it is. */
const unknownView = (label: string): TransferStatusView => ({
  tone: 'inactive',
  label,
  icon: 'inactive',
  text: null,
  percent: null,
});

export function downloadStatusView(download: DownloadRowFragment, now: number): TransferStatusView {
  const status = DOWNLOAD_STATUSES.find((candidate) => candidate === download.status);
  if (status === undefined) return unknownView(download.status);
  const tone = downloadTone(status, dirtyStatusOf(download));
  const base = { tone, label: DOWNLOAD_STATUS_VIEWS[status].label, icon: iconOf(tone, status), percent: null };
  switch (status) {
    case 'downloading':
    case 'unpacking': {
      const progress = progressView(download.progress);
      return { ...base, text: progress?.text ?? null, percent: progress?.percent ?? null };
    }
    case 'retrying':
      return { ...base, text: retryText(download, now) };
    case 'queued':
    case 'requested':
      return { ...base, text: nextCheck(download.next_try, now) };
    case 'completed':
    case 'STOPPED':
      return { ...base, text: rowsText(download.row_count) };
    default:
      return { ...base, text: download.message };
  }
}

export function uploadStatusView(upload: UploadRowFragment, now: number): TransferStatusView {
  const status = UPLOAD_STATUSES.find((candidate) => candidate === upload.status);
  if (status === undefined) return unknownView(upload.status);
  const { tone, label } = UPLOAD_STATUS_VIEWS[status];
  const base = { tone, label, icon: iconOf(tone, status), percent: null };
  switch (status) {
    case 'uploading':
    case 'loading': {
      const progress = progressView(upload.progress);
      return { ...base, text: progress?.text ?? null, percent: progress?.percent ?? null };
    }
    case 'retrying':
      return { ...base, text: retryText(upload, now) };
    case 'preparing':
    case 'queued':
      return { ...base, text: null };
    case 'completed':
      return { ...base, text: rowsText(upload.row_count) };
    default:
      return { ...base, text: upload.message };
  }
}

export function isDownloadRunning(download: { readonly status: string }): boolean {
  return DOWNLOAD_UNFINISHED.some((status) => status === download.status);
}

export function isUploadRunning(upload: { readonly status: string }): boolean {
  return UPLOAD_UNFINISHED.some((status) => status === upload.status);
}

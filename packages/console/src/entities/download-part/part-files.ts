import { LIMITS } from '@switchboard/model/limits';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';

export type Part = DownloadRowFragment['parts'][number];

/** The download of a part, as far as its files depend on it. */
export type PartOwner = Pick<DownloadRowFragment, 'status' | 'finished'>;

/** The paths of a part's files, below /api/{account}/. */
export const dirtyRowsPath = (partId: string): string => `files/${encodeURIComponent(partId)}_dirtyrows.csv.gz`;
export const newDirtyRowsPath = (partId: string): string => `files/${encodeURIComponent(partId)}_new_dirtyrows.json.gz`;
export const samplePath = (sourceId: string): string =>
  `metrics/sample/flow_sources/download/${encodeURIComponent(sourceId)}`;

/** The first new dirty rows of a part; at most 100. */
export function previewPath(partId: string, rows: number): string {
  return `files/${encodeURIComponent(partId)}_first_${Math.min(LIMITS.sampleRows, Math.max(1, rows))}_rows`;
}

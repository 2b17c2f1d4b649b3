import type { DownloadsQuery, UploadsQuery } from '../../api/generated/graphql.ts';
import type { Changes } from '../../api/live/live.ts';

export const downloadsOf = (data: DownloadsQuery): DownloadsQuery['downloads'] => data.downloads;
export const uploadsOf = (data: UploadsQuery): UploadsQuery['uploads'] => data.uploads;

const idOf = (row: { readonly id: string }): string => row.id;
export const changedDownloads = (changes: Changes): string[] => changes.downloads.map(idOf);
export const changedUploads = (changes: Changes): string[] => changes.uploads.map(idOf);

import type { DownloadRowFragment } from '../../api/generated/graphql.ts';

/** Common fields of downloads and uploads. */
export type TransferRow = Pick<
  DownloadRowFragment,
  | 'id'
  | 'name'
  | 'project'
  | 'purpose'
  | 'status'
  | 'created'
  | 'started'
  | 'finished'
  | 'report_datetime'
  | 'progress'
  | 'row_count'
  | 'retry_count'
  | 'retry_limit'
  | 'next_try'
  | 'message'
  | 'waiting'
>;

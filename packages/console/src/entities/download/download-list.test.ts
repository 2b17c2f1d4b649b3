import { expect, it } from 'vitest';
import { buildDownload } from '../../../test/build-rows.ts';
import { DOWNLOAD_LIST } from './download-list.ts';

it('"Row height is 92 when dirty statuses are some or all."', { tags: 'spec:downloads-row-height' }, () => {
  const { rowHeight } = DOWNLOAD_LIST;
  const heightOf = (dirty: string) =>
    typeof rowHeight === 'function' && rowHeight(buildDownload({ dirty_row_status: dirty, parts: [] }));
  expect(['some', 'all', 'none'].map(heightOf)).toEqual([92, 92, 44]);
});

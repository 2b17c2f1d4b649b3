import { expect, it } from 'vitest';
import { downloadColumns } from '../download/download-columns.tsx';
import { EVENT_COLUMNS } from '../event/event-columns.tsx';
import { KEY_COLUMNS } from '../key/key-columns.tsx';
import { uploadColumns } from '../upload/upload-columns.tsx';

it('"datagrid default column widths 100-170 px"', { tags: 'spec:column-widths' }, () => {
  const columns = [...downloadColumns(() => ''), ...uploadColumns(() => ''), ...EVENT_COLUMNS, ...KEY_COLUMNS];
  expect(columns.filter(({ width }) => width < 100 || width > 170).map(({ id }) => id)).toEqual([]);
});

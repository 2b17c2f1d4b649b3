import type { DateKind } from '../../sql/source-parameters.ts';
import { warehouseSource } from '../../warehouse/warehouse-source.ts';
import { execute } from './api.ts';
import { quoteName } from './names.ts';
import { openSession } from './open-session.ts';
import { readRows } from './read-rows.ts';

const TYPES: Readonly<Record<DateKind, string>> = {
  day: 'DATE',
  local: 'TIMESTAMP_NTZ',
  moment: 'TIMESTAMP_TZ',
  text: 'VARCHAR',
};

/** Rows of a table or query of Snowflake. */
export const source = warehouseSource({
  scheme: 'snowflake',
  kinds: new Map([
    ['date', 'day'],
    ['timestamp_ntz', 'local'],
    ['timestamp_ltz', 'moment'],
    ['timestamp_tz', 'moment'],
    ['text', 'text'],
  ]),
  name: quoteName,
  bound: (kind, day, instant) => `'${kind === 'moment' ? `${instant} +0000` : day}'::${TYPES[kind]}`,
  open: openSession,
  execute,
  readRows,
});

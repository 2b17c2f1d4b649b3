import type { KeyProperties } from '../../spec.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { changeKey, type HarnessEntry } from '../../testing/harness.ts';

export const harness: HarnessEntry = {
  open: async () => {
    const database = await createTestDatabase();
    const wrong = (properties: KeyProperties['properties']) => changeKey(database.key, properties);
    return {
      key: database.key,
      wrongKeys: [wrong({ password: 'not the p@ss/word' }), wrong({ user: 'missing_user' })],
      folders: { read: [], write: [] },
      place: async (table) => {
        return {
          parameters: (mode) => ({
            table,
            date_column: 'report_date',
            ...(mode === 'upsert' ? { key_columns: ['id'] } : {}),
          }),
          rows: async (columns, reportDate) => {
            const [made] = await database.rows(`select to_regclass('public.${table}')`);
            if (made?.[0] === null) return [];
            const list = columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');
            const rows = await database.rows(`select ${list} from ${table} where report_date = '${reportDate}'`);
            return rows as (string | null)[][];
          },
          leftovers: async () => {
            const rows = await database.rows(
              `select pid from pg_stat_activity where application_name = 'switchboard' and datname = current_database()
               union all select 0 from pg_class where relname like '%switchboard_stage%'`,
            );
            return rows.map(([pid]) => String(pid));
          },
        };
      },
      close: () => database.close(),
    };
  },
};

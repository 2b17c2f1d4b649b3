import type { FoundDecimals } from '../../sql/decimal-digits.ts';
import { sqlSource } from '../../sql/sql-source.ts';
import { POSTGRES_ERRORS } from '../postgres/failures.ts';
import { openSession, SESSION_LIMITS } from '../postgres/session.ts';
import { dateKind, READ_MS, statementOf } from '../postgres/source-reader.ts';
import { readCsv } from './read-csv.ts';

/** Settings that Redshift documents. Floats get the digits that a double needs. */
const SETTINGS = [`set timezone to 'UTC'`, `set datestyle to 'ISO, YMD'`, 'set extra_float_digits to 2'];

/** Rows of a Redshift table or query. */
export const source = sqlSource({
  dialect: 'redshift',
  errors: POSTGRES_ERRORS,
  statement: statementOf,
  async read(statement, login, context) {
    const { client, close } = await openSession(login, context, { ...SESSION_LIMITS, statementMs: READ_MS });
    try {
      for (const setting of SETTINGS) await client.query(setting);
      await client.query('begin read only');
      const kind = await dateKind(client, statement);
      const decimals: FoundDecimals = {};
      return { csv: readCsv(client, statement.rows(kind), decimals), decimals, close };
    } catch (error) {
      close();
      throw error;
    }
  },
});

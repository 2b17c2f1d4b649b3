import type { AdminActRowFragment } from '../../api/generated/graphql.ts';
import { changeText } from '../../entities/audit/change-text.ts';
import { csvText } from '../../entities/audit/csv-text.ts';

const HEADINGS = ['Time', 'Kind', 'By', 'Program', 'User', 'Account', 'Change', 'Request-ID'];

/** The acts of administrators as CSV. */
export const auditCsv = (rows: readonly AdminActRowFragment[]): string =>
  csvText(
    HEADINGS,
    rows.map((row) => [
      row.created,
      row.kind,
      row.person_email,
      row.program,
      row.subject_email,
      row.url_name,
      changeText(row.before, row.after),
      row.request_id,
    ]),
  );

import { dateTime, float, int, nullable, string } from '../../graphql/columns.ts';
import { reportDatetime } from '../../graphql/value-types.ts';

/** Fields that downloads and uploads have in common. */
export const TRANSFER_COLUMNS = {
  project: string('Project that declares it.'),
  purpose: string('production, backfill or proof.'),
  report_datetime: reportDatetime('Report date; null for reports without dates.'),
  finished: nullable(dateTime('When it ended; null before.')),
  row_count: nullable(float('Number of rows; null until known.')),
  retry_count: int('Retries so far.'),
  retry_limit: int('Maximum number of attempts, including the first.'),
  next_try: nullable(dateTime('When it is tried next; null when no attempt is planned.')),
  message: nullable(string('Latest failure or warning.')),
} as const;

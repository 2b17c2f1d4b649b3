import { dateTime, float, int, nullable, string } from '../../graphql/columns.ts';
import { reportDatetime } from '../../graphql/value-types.ts';

/** Fields that downloads, flows and uploads have in common. */
export const RUN_COLUMNS = {
  purpose: string('production, backfill or proof.'),
  report_datetime: reportDatetime('Report date; null for reports without dates.'),
  message: nullable(string('Latest failure or warning, or why it was cancelled; null without any.')),
} as const;

/** Fields that downloads and uploads have in common. */
export const TRANSFER_COLUMNS = {
  ...RUN_COLUMNS,
  project: string('Project that declares it.'),
  finished: nullable(dateTime('When it ended; null before.')),
  failure_code: nullable(
    string('Code of the error for which it counts as failed, or UPLOAD_STOPPED; null for all other transfers.'),
  ),
  row_count: nullable(float('Number of rows; null until known.')),
  retry_count: int('Retries so far.'),
  retry_limit: int('Maximum number of attempts, including the first.'),
  next_try: nullable(dateTime('When it is tried next; null when no attempt is planned.')),
} as const;

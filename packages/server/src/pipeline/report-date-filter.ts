import { type RawBuilder, sql } from 'kysely';

/** Condition on `report_date`, written so that an index serves it: `is not distinct from` would read the whole history. */
export const ofDate = (reportDate: string | null): RawBuilder<unknown> =>
  reportDate === null ? sql`report_date is null` : sql`report_date = ${reportDate}::date`;

import { minutesMissed } from '@switchboard/model/schedule/delivery-forecast';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { builder, VIEW } from '../../../graphql/builder.ts';
import { int, reference } from '../../../graphql/columns.ts';
import type { LoaderDefinition } from '../../../graphql/loaders.ts';
import { defineObject } from '../../../graphql/object-type.ts';
import { forecastUploads, type UploadForecast } from '../../../pipeline/deadlines/forecast-deliveries.ts';

/** A forecast at an instant, in epoch milliseconds. */
type ForecastNow = UploadForecast & { readonly now: number };

const forecastRef = builder.objectRef<ForecastNow>('UploadForecast');

/** The clock by which deliveries are recorded. */
async function databaseNow(tx: Tx): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx);
  return rows[0]?.now.getTime() ?? Date.now();
}

/** By upload. */
const FORECAST: LoaderDefinition<ForecastNow> = {
  batch: async (tx, accountId, ids) => {
    const now = await databaseNow(tx);
    const forecasts = await forecastUploads(tx, accountId, ids, now);
    return new Map([...forecasts].map(([id, forecast]) => [id, { ...forecast, now }]));
  },
};

export const FORECAST_COLUMN = reference(
  forecastRef,
  FORECAST,
  'When it is expected to be delivered; null once it has ended, and with fewer than five earlier deliveries.',
);

const instantOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** Forecasts of uploads that have not ended. */
export function defineForecasts(): void {
  defineObject(forecastRef, {
    description: 'When an upload is expected to be delivered, from how long its last report dates took.',
    authScopes: VIEW,
    columns: { deliveries: int('How many earlier deliveries it is taken from, 30 at most.') },
    fields: (t) => ({
      expected: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'The median of the earlier deliveries that took as long; null once it has taken longer than all.',
        resolve: ({ expected }) => instantOf(expected),
      }),
      deadline: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'The first deadline after its data was due; null without one.',
        resolve: ({ deadline }) => instantOf(deadline?.at ?? null),
      }),
      deadline_text: t.string({
        nullable: true,
        description: 'That deadline as it is declared: 08:00 Europe/Paris.',
        resolve: ({ deadline }) => deadline?.text ?? null,
      }),
      minutes_missed: t.int({
        description:
          'By how many minutes it is expected to miss that deadline, or misses it already; 0 when it does not.',
        resolve: ({ deadline, now, ...forecast }) =>
          deadline === null ? 0 : minutesMissed(forecast, deadline.at, now),
      }),
    }),
  });
}

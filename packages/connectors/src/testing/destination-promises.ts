import type { Parameters } from '@switchboard/model/plan';
import { expect, it } from 'vitest';
import type { Content, DeliveryRequest } from '../spec.ts';
import { buildContent } from './delivery.ts';
import { beforeCommit, DATED_COLUMNS, type Deliver } from './use-deliveries.ts';

/** Parameters that a destination refuses, with what else differs in the request, and the error where it is another. */
export type RefusedParameters = readonly [
  parameters: Parameters,
  overrides: Partial<DeliveryRequest>,
  code?: 'DESTINATION_SCHEMA' | 'KEY_NOT_SUPPORTED',
];

/** @param asked the requests that the other side received */
export function testRefusedParameters(
  cells: readonly RefusedParameters[],
  { deliver, monday, asked }: { readonly deliver: Deliver; readonly monday: Content; asked(): readonly unknown[] },
): void {
  const complete = cells.map(
    ([parameters, overrides, code]) => [parameters, overrides, code ?? 'PARAMETER_INVALID'] as const,
  );
  it.each(complete)(
    'refuses the parameters %j with %j before anything is sent',
    async (parameters, overrides, code) => {
      await expect(deliver(monday, { parameters, ...overrides })).rejects.toMatchObject({ code });
      expect(asked()).toEqual([]);
    },
  );
}

type Overtaking = {
  readonly deliver: Deliver;
  /** Results that are overtaken, each by the one beside it. */
  readonly results: readonly (readonly [older: Content, newer: Content])[];
  /** The rows that the destination holds, and the leftovers of unfinished deliveries. */
  held(): unknown;
  /** The same after `newer` alone. */
  expected(newer: Content): unknown;
};

/** For a destination whose commit is a conditional request: another delivery may commit at any time before it. */
export function testOvertaken({ deliver, results, held, expected }: Overtaking): void {
  it('refuses a result whose commit arrives after that of a newer one', async () => {
    for (const [index, [older, newer]] of results.entries()) {
      const fence = 2 * index + 1;
      const fault = beforeCommit(() => deliver(newer, { fence: fence + 1, unitId: 'u2' }));
      await expect(deliver(older, { fence, fault })).rejects.toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
      expect(await held()).toEqual(expected(newer));
    }
  });
}

const ONE_DATE = '2 rows hold another date there than 2026-03-04';

type Dated = {
  readonly deliver: Deliver;
  readonly folder: string;
  /** The leftovers of unfinished deliveries, and the rows of the table. */
  left(): unknown;
  /** Rows of the table. */
  rows(): unknown;
  /** The message, where it is not that of other destinations. */
  readonly message?: string;
};

/** For a destination of tables. Rows without a date are of another one. */
export function testOtherDates({ deliver, folder, left, rows, message = ONE_DATE }: Dated): void {
  it('refuses rows of another date than that which is replaced, and takes them where no date is', async () => {
    const content = buildContent(folder, 'site,report_date', ['a,2026-03-04', 'b,2026-03-05', 'c,']);
    await expect(deliver(content, { columns: DATED_COLUMNS })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining(message) as unknown,
    });
    expect(await left()).toEqual([]);
    await deliver(content, { columns: DATED_COLUMNS, mode: 'truncate' });
    expect(await rows()).toHaveLength(3);
  });
}

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';

const work = useWork();

/** Case 13 of the language review. */
it('records for each expression how many values a flow made null', async () => {
  work.answers.set('/texts', csvAnswer('site,amount', ['a,12.50', 'b,7', 'c,abc']));
  const account = await work.publish(`
    download ads from {
      type: "http"; url: "${work.source}/texts"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string; amount: string; };
    table daily is select site, integer(amount) as whole, float(amount) as number from ads;
    upload daily to { type: "file"; path: "daily.csv"; format: "csv"; };`);
  await work.settled(account);
  const events = await work.rows(
    account,
    sql<{ severity: string; message: string }>`
      select severity, message from event where code = 'CONVERSIONS_LOST_VALUES' order by id`,
  );
  expect(events).toEqual([
    {
      severity: 'warn',
      message: 'integer(amount) in table daily: 2 of 3 values became null, because they cannot be converted.',
    },
    {
      severity: 'warn',
      message: 'float(amount) in table daily: 1 of 3 values became null, because it cannot be converted.',
    },
  ]);
});

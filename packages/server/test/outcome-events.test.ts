import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useWork } from '../testing/hooks/use-server.ts';
import { csvAnswer } from '../testing/source-server.ts';

const work = useWork();

it('each download and upload records its outcome with its declaration and report date', {
  tags: 'proof:transfer-events',
}, async () => {
  work.answers.set('/clean', csvAnswer('site,clicks', ['a,1', 'b,2']));
  work.answers.set('/dirty', csvAnswer('site,clicks', ['a,1', 'b,2', 'c,3', 'd,many']));
  const source = (name: string): string => `
    download ${name} from {
      type: "http"; url: "${work.source}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string; clicks: integer; };
    upload ${name} to { type: "file"; path: "${name}/{YYYY-MM-DD}.csv"; };`;
  const account = await work.publish(source('clean') + source('dirty'));
  await work.settled(account);
  const events = await work.rows(
    account,
    sql<{ message: string; severity: string; concerns: string; date: string }>`
      select message, severity, concat(download_declaration, ' ', upload_declaration) as concerns, report_date::text as date
      from event order by download_declaration nulls last, upload_declaration`,
  );
  const [date = ''] = events.map((event) => event.date);
  expect(events).toEqual([
    { message: 'clean: downloaded 2 rows.', severity: 'info', concerns: 'clean ', date },
    { message: 'dirty: 1 of 4 rows are dirty.', severity: 'warn', concerns: 'dirty ', date },
    { message: `clean: uploaded 2 rows to file · clean/${date}.csv.`, severity: 'info', concerns: ' clean', date },
    { message: `dirty: uploaded 3 rows to file · dirty/${date}.csv.`, severity: 'info', concerns: ' dirty', date },
  ]);
  expect(work.problems).toEqual([]);
});

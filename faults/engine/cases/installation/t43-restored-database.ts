import { readFileSync } from 'node:fs';
import { createBackfillActions } from '@switchboard/server/backfills-service';
import { copyDatabase, csvAnswer, type RestoredWork } from '@switchboard/server/testing';
import { sql } from 'kysely';
import {
  type DeliveriesUnderTest,
  type DeliveringAccount,
  REPORT_DATE,
  startDeliveries,
} from '../../deliveries-under-test.ts';
import { faultRow } from '../../fault-row.ts';
import type { FaultRow, FaultTest } from '../../fault-test.ts';
import { until } from '../../until.ts';

export const t43RestoredDatabase: FaultTest = {
  id: 'T43',
  title: 'a database that is restored from a backup, while destinations know later results',
  run,
};

const ALREADY = 'UPLOAD_ALREADY_DELIVERED';

async function run(): Promise<readonly FaultRow[]> {
  return [await lostResults(1), await lostResults(3), await interrupted(false), await interrupted(true)];
}

const uploads = ({ bucket }: DeliveriesUnderTest): string => `
  upload ads as tables to { type: "postgres"; key: "warehouse"; table: "ads"; mode: "truncate"; };
  upload ads as added to { type: "postgres"; key: "warehouse"; table: "added"; mode: "append"; };
  upload ads as files to { type: "file"; path: "ads.csv"; mode: "truncate"; };
  upload ads as objects to { type: "s3"; key: "store"; path: "s3://${bucket.name}/ads.csv"; mode: "truncate"; };`;

/** Restores a backup after so many further deliveries, which the restored database does not know, and delivers once more. */
async function lostResults(lost: number): Promise<FaultRow> {
  const test = await startDeliveries();
  try {
    const account = await test.open(uploads(test), [test.warehouseKey(), test.bucketKey()]);
    await account.deliver(['1,first']);
    const backup = await copyDatabase(test.work.database.url);
    for (let number = 1; number <= lost; number += 1) await account.deliver([`1,lost ${number}`]);
    const before = await holding(test, account);
    await test.work.halt();
    const restored = await test.work.restore(backup.url);
    try {
      const events = await deliverAgain(test, account, restored, ['1,restored']);
      const after = await holding(test, account);
      return faultRow(
        `a backup restored after ${lost} more ${lost === 1 ? 'delivery' : 'deliveries'} of 4 uploads, then one more`,
        {
          'table before': `1 lost ${lost}`,
          'uploads completed': 4,
          'reported as delivered before': 0,
          table: '1 restored',
          file: '1 restored',
          object: '1 restored',
          'rows of append': lost + 2,
        },
        {
          'table before': before.table,
          'uploads completed': events.filter((code) => code === 'UPLOAD_COMPLETED').length,
          'reported as delivered before': events.filter((code) => code === ALREADY).length,
          table: after.table,
          file: after.file,
          object: after.object,
          'rows of append': after.added,
        },
      );
    } finally {
      await restored.stop();
      await backup.drop();
    }
  } finally {
    await test.stop();
  }
}

/** Takes the backup while uploads are about to be committed, which then happens, or, with `dies`, does not. */
async function interrupted(dies: boolean): Promise<FaultRow> {
  const test = await startDeliveries();
  try {
    const account = await test.open(uploads(test), [test.warehouseKey(), test.bucketKey()]);
    const gate = Promise.withResolvers<void>();
    let waiting = 0;
    account.at(async (point) => {
      if (point !== 'before-commit') return;
      waiting += 1;
      await gate.promise;
    });
    const launched = await account.launch(['1,once']);
    // An account has half of the worker's places.
    await until(60_000, async () => waiting === 2);
    const backup = await copyDatabase(test.work.database.url);
    if (dies) gate.reject(new Error('the worker dies'));
    else gate.resolve();
    account.at(async () => undefined);
    if (!dies) await account.ended(launched);
    await test.work.halt();
    const restored = await test.work.restore(backup.url);
    try {
      await settled(account, restored);
      const events = await eventsOf(account, restored);
      const held = await holding(test, account);
      return faultRow(
        `a backup taken while 4 uploads were about to be committed, ${dies ? 'none of which was' : 'all of which were'}`,
        {
          'uploads completed': dies ? 4 : 0,
          'reported as delivered before': dies ? 0 : 4,
          table: '1 once',
          file: '1 once',
          object: '1 once',
          'rows of append': 1,
        },
        {
          'uploads completed': events.filter((code) => code === 'UPLOAD_COMPLETED').length,
          'reported as delivered before': events.filter((code) => code === ALREADY).length,
          table: held.table,
          file: held.file,
          object: held.object,
          'rows of append': held.added,
        },
      );
    } finally {
      await restored.stop();
      await backup.drop();
    }
  } finally {
    await test.stop();
  }
}

type Holding = { readonly table: string; readonly file: string; readonly object: string; readonly added: number };

async function holding(test: DeliveriesUnderTest, { account }: DeliveringAccount): Promise<Holding> {
  const csv = (text: string): string => text.trim().split('\n').slice(1).join(', ').replaceAll(',', ' ');
  const [table, added] = await Promise.all([
    test.warehouse.rows('select id, site from ads order by id'),
    test.warehouse.rows('select id, site from added'),
  ]);
  const object = await test.bucket.text('ads.csv');
  return {
    table: table.map((row) => row.join(' ')).join(', '),
    file: csv(readFileSync(test.work.delivered(account, 'ads.csv'), 'utf8')),
    object: csv(object ?? ''),
    added: added.length,
  };
}

/** Delivers on the restored database, and gives the codes of the uploads' events. */
async function deliverAgain(
  test: DeliveriesUnderTest,
  account: DeliveringAccount,
  restored: RestoredWork,
  rows: readonly string[],
): Promise<readonly string[]> {
  for (const path of test.work.answers.keys()) test.work.answers.set(path, csvAnswer('id,site', rows));
  const seen = (await eventsOf(account, restored)).length;
  const { database, roles } = restored;
  const backfills = createBackfillActions({ database, queue: roles.queue, now: Date.now });
  const launched = await backfills.launch(account.session, {
    title: 'Restored',
    description: '',
    start: REPORT_DATE,
    end: REPORT_DATE,
    uploadNames: ['tables', 'added', 'files', 'objects'],
  });
  if (launched.kind !== 'launched') throw new Error(`Not launched: ${JSON.stringify(launched)}`);
  await settled(account, restored);
  return (await eventsOf(account, restored)).slice(seen);
}

async function settled({ account }: DeliveringAccount, restored: RestoredWork): Promise<void> {
  await until(90_000, async () => {
    const [row] = await restored.rows(
      account,
      sql<{ open: number }>`
        select (select count(*) from unit where state <> 'done')::int
          + (select count(*) from backfill where status in ('preparing', 'running'))::int as open`,
    );
    return row?.open === 0;
  });
}

async function eventsOf({ account }: DeliveringAccount, restored: RestoredWork): Promise<readonly string[]> {
  const found = await restored.rows(
    account,
    sql<{ code: string }>`select code from event where code in ('UPLOAD_COMPLETED', ${ALREADY}) order by created, id`,
  );
  return found.map(({ code }) => code);
}

import { noFault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { failUnit } from '../src/pipeline/attempts/fail-unit.ts';
import { UNIT_KINDS } from '../src/pipeline/state/unit-kinds.ts';
import { reconcile } from '../src/units/reconciler.ts';
import type { BuiltAccount } from '../testing/build-account.ts';
import { useWork } from '../testing/hooks/use-server.ts';
import { publishText } from '../testing/publish-text.ts';
import { csvAnswer, type SourceAnswer } from '../testing/source-server.ts';

/** Many report dates that share the few slots of a key. */

const NOW = Date.parse('2026-11-13T08:30:00Z');
const work = useWork({ now: () => NOW, concurrency: 16 });

const secrets = { api_token: 'secret-token-1' };
const download = (name: string, key: string): string => `
  download ${name} from {
    type: "http"; key: "${key}"; url: "${work.source}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; hour_of_day: 5;
    lookback_days: 12;
  } using { site: string; clicks: integer; };
  upload ${name} as u_${name} to { type: "file"; path: "${name}-{YYYY-MM-DD}.csv"; };`;

/** The downloads of a source, counted by what blocks them or by their status. */
async function countByStatus(account: BuiltAccount, source: string): Promise<Record<string, number>> {
  const rows = await work.rows(
    account,
    sql<{ how: string; units: number }>`
      select coalesce(nullif(concat_ws(' ', u.blocked_kind, u.blocked_by), ''), d.status) as how, count(*)::int as units
      from download d join unit u on u.account_id = d.account_id and u.id = d.id where d.source = ${source} group by 1`,
  );
  return Object.fromEntries(rows.map(({ how, units }) => [how, units]));
}

const DATES = 12;
/** Less than the interval of the reconciler, without which the result must come about. */
const SOON = { timeout: 60_000 };

const good = csvAnswer('site,clicks', ['a,1']);
const gone: SourceAnswer = (_, response) => response.writeHead(404).end('gone');

/** Publishes a script of one download: as many units as may run wait for the answer of the source, the others for a slot. */
async function publishHeld(
  name: string,
): Promise<{ account: BuiltAccount; answerAll: (answer: SourceAnswer) => void }> {
  const asked: ((answer: SourceAnswer) => void)[] = [];
  work.answers.set(`/${name}`, (request, response) => void asked.push((answer) => answer(request, response)));
  const keys = ['one', 'two'].map((key) => ({
    name: key,
    type: 'api_token',
    properties: { hosts: new URL(work.source).host },
    secrets,
  }));
  const account = await work.publish(download(name, 'one'), keys);
  await expect
    .poll(async () => (await countByStatus(account, name))['key_slot one'], SOON)
    .toBe(DATES - LIMITS.runningPerKey);
  await expect.poll(() => asked.length, SOON).toBe(LIMITS.runningPerKey);
  const answerAll = (answer: SourceAnswer): void => {
    work.answers.set(`/${name}`, answer);
    for (const go of asked) go(answer);
  };
  return { account, answerAll };
}

const publishNext = (account: BuiltAccount, text: string): Promise<string> =>
  publishText(work.database, account, text, NOW);

it('units of a suspended source free their slots for units that share its key', {
  tags: 'proof:key-slot-suspended-source',
  timeout: 60_000,
}, async () => {
  const { account, answerAll } = await publishHeld('x');
  work.answers.set('/y', good);
  await publishNext(account, download('x', 'one') + download('y', 'one'));
  await expect.poll(() => countByStatus(account, 'y'), SOON).toEqual({ 'key_slot one': DATES });
  answerAll(gone);
  await expect.poll(() => countByStatus(account, 'y'), SOON).toEqual({ completed: DATES });
  // The last attempts of x may still be ending.
  const ended = async (): Promise<number> => {
    const { failed = 0, 'source x': blocked = 0 } = await countByStatus(account, 'x');
    return failed + blocked;
  };
  await expect.poll(ended, SOON).toBe(DATES);
  expect((await countByStatus(account, 'x'))['failed']).toBeGreaterThanOrEqual(3);
});

it('units that wait for a key go on with the key that a later script names', {
  tags: 'proof:key-slot-renamed-key',
  timeout: 60_000,
}, async () => {
  const { account, answerAll } = await publishHeld('z');
  await publishNext(account, download('z', 'two'));
  const { database, roles, problems } = work;
  const onError = (error: unknown): void => void problems.push(error);
  await reconcile({
    database,
    queue: roles.queue,
    kinds: UNIT_KINDS,
    fault: noFault,
    random: () => 0.5,
    failUnit,
    onError,
  });
  answerAll(good);
  await expect.poll(() => countByStatus(account, 'z'), SOON).toEqual({ completed: DATES });
  expect(problems).toEqual([]);
});

import { decideRetry } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import {
  addDownload,
  addEvent,
  addFlow,
  addInput,
  addPart,
  addUnitOf,
  addUpload,
} from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { failUnit } from '../../pipeline/attempts/fail-unit.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const theirs = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const stranger = useClient(server, theirs, ['operator']);

const TEXT = `download ads from { type: "http"; url: "https://example.com"; } using {
  day: date;
  price: float;
  clicks: integer;
};
table daily is
  select
    day,
    clicks / price as rate
  from ads;
assert rated on daily: rate >= 0;
upload daily as sent to { type: "file"; path: "daily.csv"; };`;

/** The account with the version that ran; other versions were published since. */
let ran: BuiltAccount;

beforeAll(async () => {
  ran = { ...account, changelistId: await publishText(server.database, account, TEXT) };
  await publishText(server.database, account, `# A comment moves every line.\n${TEXT}`);
});

type Explanation = {
  readonly code: string;
  readonly is_in_script: boolean;
  readonly place: { readonly path: string; readonly startLine: number; readonly part: string } | null;
  readonly changelist: { readonly id: string };
  readonly download: { readonly id: string } | null;
  readonly rows_file: string | null;
};

const FIELDS = `kind id code message is_in_script subject_kind subject column key_name is_changed rows_file next_try
  place { path startLine startColumn endLine endColumn part } changelist { id } download { id }`;

const explain = async (kind: string, id: string, by = viewer): Promise<Explanation | null> =>
  (
    await by.data<{ failure_explanation: Explanation | null }>(
      `{ failure_explanation(kind: "${kind}", id: "${id}") { ${FIELDS} } }`,
    )
  ).failure_explanation;

const failedUpload = async (
  code: string,
  values: object = {},
): Promise<{ readonly flow: string; readonly id: string }> => {
  const flow = await addFlow(server.database, ran, { status: 'FATAL' });
  const id = await addUpload(server.database, ran, flow, {
    name: 'sent',
    status: 'failed',
    failure_code: code,
    ...values,
  });
  return { flow, id };
};

const failureEvent = (values: Parameters<typeof addEvent>[2]) =>
  addEvent(server.database, ran, { severity: 'fatal', will_retry: false, message: 'It failed.', ...values });

describe('the explanation of a failure', () => {
  test('names the column that most dirty rows violate, in the version that ran', async () => {
    const id = await addDownload(server.database, ran, { status: 'completed', dirty_row_status: 'some' });
    const reasons = [
      { column: 'clicks', reason: 'not an integer', dirty: 2, rejected: 2 },
      { column: 'price', reason: 'empty', dirty: 9, rejected: 9 },
    ];
    await addPart(server.database, ran, id, { dirty_row_count: 11, dirty_row_status: 'some', dirty_reasons: reasons });
    expect(await explain('download', id)).toMatchObject({
      kind: 'download',
      code: 'DIRTY_ROWS',
      is_in_script: true,
      subject_kind: 'download',
      subject: 'ads',
      column: 'price',
      is_changed: false,
      place: { path: 'a.sbs', startLine: 3, startColumn: 3, endLine: 3, part: 'column' },
      changelist: { id: ran.changelistId },
      download: { id },
    });
  });

  test('names the item of a query’s select list, as the flow has recorded it', async () => {
    const { flow, id } = await failedUpload('QUERY_FAILED', { message: 'Processing failed: …' });
    await failureEvent({ flow_id: flow, code: 'QUERY_FAILED', parameters: { table: 'daily', column: 'rate' } });
    const expected = {
      code: 'QUERY_FAILED',
      is_in_script: true,
      subject_kind: 'table',
      subject: 'daily',
      place: { startLine: 9, startColumn: 5, part: 'column' },
    };
    expect(await explain('upload', id)).toMatchObject({ kind: 'upload', id, ...expected });
    expect(await explain('flow', flow)).toMatchObject({ kind: 'flow', id: flow, ...expected });
  });

  test('names the failed part of a query from the record of the failed attempt', async () => {
    const flow = await addFlow(server.database, ran, { status: 'PROCESSING' });
    await addUnitOf(server.database, ran, flow, { kind: 'flow', state: 'ready' });
    const unit = { accountId: account.accountId, unitId: flow, kind: 'flow', purpose: 'production' } as const;
    const error = new PipelineError('QUERY_FAILED', { table: 'daily', column: 'rate', reason: 'division by zero' });
    const decision = decideRetry(error, 0, 5, { random: () => 0, reference: () => 'r1' });
    await account.inAccount((tx) => failUnit(tx, IDLE_QUEUE, { ...unit, retryCount: 0, retryLimit: 5 }, decision));
    expect(await explain('flow', flow)).toMatchObject({
      message: 'The table daily could not be built: division by zero',
      column: 'rate',
      place: { startLine: 9 },
    });
  });

  test('names the table that is sent when the query’s column is unknown', async () => {
    const { id } = await failedUpload('QUERY_MEMORY');
    expect(await explain('upload', id)).toMatchObject({ place: { startLine: 6, part: 'declaration' }, column: null });
  });

  test('names the claim that stopped an upload, with the rows that violate it', async () => {
    const { flow, id } = await failedUpload('UPLOAD_STOPPED');
    const insert = (name: string, outcome: string, rowsKey: string | null) =>
      account.rows(sql`
        insert into assertion_result (account_id, flow_id, name, table_name, severity, outcome, row_count, rows_key, uploads)
        values (${account.accountId}, ${flow}, ${name}, 'daily', 'stop', ${outcome}, 3, ${rowsKey}, array['sent'])`);
    await insert('another', 'passed', null);
    await insert('rated', 'failed', 'acct/rows.csv');
    const expected = {
      code: 'UPLOAD_STOPPED',
      subject_kind: 'assertion',
      subject: 'rated',
      place: { startLine: 11, part: 'claim' },
      rows_file: expect.stringMatching(/_assertion_rows\.csv\.gz$/) as string,
    };
    expect(await explain('upload', id)).toMatchObject(expected);
    expect(await explain('flow', flow)).toMatchObject({ kind: 'flow', ...expected });
  });

  test('names the line of a parameter', async () => {
    const id = await addDownload(server.database, ran, { status: 'failed', failure_code: 'PARAMETER_INVALID' });
    await failureEvent({ download_id: id, code: 'PARAMETER_INVALID', parameters: { parameter: 'url' } });
    expect(await explain('download', id)).toMatchObject({
      place: { startLine: 1, startColumn: 35, part: 'parameter' },
    });
  });

  test('says that the cause is outside the script, and names the declaration', async () => {
    const next = new Date(Date.now() + 60_000).toISOString();
    const id = await addDownload(server.database, ran, { status: 'retrying', message: 'No answer.' });
    await account.rows(sql`insert into unit (account_id, id, kind, purpose, state, next_try)
      values (${account.accountId}, ${id}, 'download', 'production', 'waiting', ${next})`);
    await failureEvent({ download_id: id, code: 'SOURCE_TIMEOUT', will_retry: true });
    expect(await explain('download', id)).toMatchObject({
      code: 'SOURCE_TIMEOUT',
      message: 'No answer.',
      is_in_script: false,
      next_try: next,
      place: { startLine: 1, startColumn: 10, part: 'declaration' },
    });
  });

  test('leads from a failed input to the download', async () => {
    const { flow, id } = await failedUpload('INPUT_FAILED');
    const download = await addDownload(server.database, ran, { status: 'failed', failure_code: 'SOURCE_TIMEOUT' });
    const part = await addPart(server.database, ran, download);
    await addInput(server.database, ran, 'flow', flow, part, download);
    expect(await explain('upload', id)).toMatchObject({ code: 'INPUT_FAILED', download: { id: download } });
    expect(await explain('flow', flow)).toMatchObject({ kind: 'download', id: download, code: 'SOURCE_TIMEOUT' });
  });

  test('says for a test run that the draft was saved since', async () => {
    const launched = new Date(Date.now() - 60_000).toISOString();
    const [proof] = await account.rows<{ id: string }>(sql`
      insert into proof (account_id, changelist_id, plan, created, upload_names, fetch_new)
      select account_id, id, plan, ${launched}, array['sent'], false from changelist
      where account_id = ${account.accountId} and id = ${ran.changelistId} returning id`);
    const flow = await addFlow(server.database, ran, { purpose: 'proof', proof_id: proof?.id ?? '', status: 'FATAL' });
    await failureEvent({ flow_id: flow, code: 'QUERY_FAILED', parameters: { table: 'daily' } });
    expect(await explain('flow', flow)).toMatchObject({ is_changed: true, place: { startLine: 6 } });
  });

  test('the explanation of a failure has no place when the version does not contain the declaration', async () => {
    const id = await addDownload(server.database, ran, {
      source: 'gone',
      status: 'failed',
      failure_code: 'ALL_ROWS_DIRTY',
    });
    expect(await explain('download', id)).toMatchObject({ is_in_script: true, place: null, subject: null });
  });

  test('the explanation of a failure is null for what has not failed, does not exist, or belongs to another account', async () => {
    const fine = await addDownload(server.database, ran, { status: 'completed' });
    const failed = await addDownload(server.database, ran, { status: 'failed', failure_code: 'SOURCE_TIMEOUT' });
    expect(await explain('download', fine)).toBeNull();
    expect(await explain('upload', failed)).toBeNull();
    expect(await explain('flow', 'x')).toBeNull();
    expect(await explain('download', failed, stranger)).toBeNull();
    const query = `{ failure_explanation(kind: "event", id: "${failed}") { code } }`;
    expect((await viewer.ask(query)).errors[0]?.message).toContain('download, upload or flow');
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ROLES } from '@switchboard/model/permissions';
import { beforeAll } from 'vitest';
import { incidentIdOf } from '../../src/features/incidents/group-failures.ts';
import { type BuiltAccount, buildDraft } from '../build-account.ts';
import { buildSource, buildUpload } from '../build-plan.ts';
import { queryAsSuperuser } from '../database.ts';
import { addDownload, addEvent, addFlow, addInput, addPart, addUnitOf, addUpload } from '../fill-account.ts';
import { type Client, createClient, type GraphqlServer } from '../graphql-server.ts';
import { useAccount } from '../hooks/use-account.ts';
import { fillEveryTable, type GivenValues } from './fill-every-table.ts';

export type FilledAccount = BuiltAccount & {
  /** Name of everything that the account has, and a part of each of its texts and files. */
  readonly word: string;
  readonly email: string;
  /** The person who made everything, with every role in the account. */
  readonly personId: string;
  readonly person: Client;
  readonly draftId: string;
};

/** Seconds: the whole matrix takes longer than a token of the console lives, and must not compare refusals of an expired one. */
const LIFETIME = 86_400;

/** An account with a row in each table and a file of each kind, all named by one word. */
export function useFilledAccount(server: GraphqlServer): FilledAccount {
  const word = `canary${randomUUID().replaceAll('-', '')}`;
  const account = useAccount(server, {
    sources: [buildSource(word, { project: word })],
    uploads: [buildUpload(word, { project: word, sources: [word] })],
  });
  const as = {
    token: '',
    get account() {
      return account.urlName;
    },
  };
  const own = { personId: '', draftId: '' };
  const email = `${word}@acme.test`;
  beforeAll(async () => {
    as.token = await server.tokenOf({ [account.accountId]: ROLES }, [], LIFETIME);
    own.personId = subjectOf(as.token);
    await queryAsSuperuser(server.databaseUrl, 'update person set name = $2, email = $3 where id = $1', [
      own.personId,
      word,
      email,
    ]);
    own.draftId = await buildDraft(server.database, account, [{ path: `${word}.sbs`, text: `// ${word}` }], word);
    await fill(server, account, { word, ...own });
  });
  return {
    word,
    email,
    person: createClient(server, as),
    get accountId() {
      return account.accountId;
    },
    get urlName() {
      return account.urlName;
    },
    get changelistId() {
      return account.changelistId;
    },
    get personId() {
      return own.personId;
    },
    get draftId() {
      return own.draftId;
    },
  };
}

function subjectOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  return claims.sub;
}

const FILES = ['dirty', 'new_dirty', 'sample', 'result', 'file', 'rows', 'mail'] as const;

async function fill(
  server: GraphqlServer,
  account: BuiltAccount,
  { word, personId, draftId }: Pick<FilledAccount, 'word' | 'personId' | 'draftId'>,
): Promise<void> {
  const { database, store } = server;
  const key = (kind: (typeof FILES)[number]): string => `${account.accountId}/${word}/${kind}`;
  for (const kind of FILES) await store.put(key(kind), Readable.from([gzipSync(`{"${word}":1}\n`)]));
  // Some are abandoned, and others are retried.
  for (let made = 0; made < 3; made += 1) await addFailedRun(server, account, { word, personId, key });
  await addUnitOf(database, account, await addDownload(database, account, { source: word, status: 'queued' }), {
    kind: 'download',
    state: 'held',
    blocked_kind: 'key',
    blocked_by: word,
  });
  await addUpload(database, account, await addFlow(database, account), {
    name: word,
    status: 'completed',
    result_key: key('result'),
  });
  const keys = { 'received_file.store_key': key('mail'), 'assertion_result.rows_key': key('rows') };
  const ofDraft = Object.fromEntries(
    ['draft_comment', 'draft_presence', 'draft_review', 'proof'].map((table) => [`${table}.changelist_id`, draftId]),
  );
  const ofStream = { 'audit_stream.account_id': account.accountId, 'audit_stream.chain': account.accountId };
  const cause = JSON.stringify(['download', 'SOURCE_FILE_NOT_RECEIVED', 'source', word]);
  const incident = incidentIdOf(account.accountId, cause);
  const ofIncident = { 'incident_act.incident_id': incident, 'incident_work.incident_id': incident };
  const given = { ...givenFor(word), ...ofIncident, ...keys, ...ofDraft, ...ofStream };
  await fillEveryTable(server.databaseUrl, { ...account, word, personId }, given);
  await queryAsSuperuser(server.databaseUrl, 'update account set show_download_summary = true where id = $1', [
    account.accountId,
  ]);
  await queryAsSuperuser(
    server.databaseUrl,
    `with b as (select id from backfill where account_id = $1),
      d as (update download set backfill_id = b.id from b where account_id = $1),
      f as (update flow set backfill_id = b.id from b where account_id = $1)
    update event set backfill_id = b.id from b where account_id = $1`,
    [account.accountId],
  );
}

/** A download that failed, its part, the flow that reads it, an upload of the flow that failed, and an event about them. */
async function addFailedRun(
  { database }: GraphqlServer,
  account: BuiltAccount,
  {
    word,
    personId,
    key,
  }: {
    readonly word: string;
    readonly personId: string;
    readonly key: (kind: (typeof FILES)[number]) => string;
  },
): Promise<void> {
  const texts = { project: word, message: word };
  const download = await addDownload(database, account, {
    ...texts,
    source: word,
    description: word,
    status: 'failed',
    failure_code: 'SOURCE_FILE_NOT_RECEIVED',
    finished: new Date().toISOString(),
    handle: { filename: word },
  });
  const part = await addPart(database, account, download, {
    name: word,
    project: word,
    dirty_reasons: [{ column: word, reason: word, dirty: 1, rejected: 1 }],
    dirty_key: key('dirty'),
    new_dirty_key: key('new_dirty'),
    sample_key: key('sample'),
  });
  const flow = await addFlow(database, account, { message: word, launched_by: personId, status: 'ERROR' });
  const upload = await addUpload(database, account, flow, {
    ...texts,
    name: word,
    destination: `file · ${word}`,
    status: 'failed',
    failure_code: 'DESTINATION_AUTH_FAILED',
    finished: new Date().toISOString(),
    result_key: key('result'),
    file_key: key('file'),
  });
  const made = { download, flow, upload } as const;
  for (const kind of ['download', 'flow', 'upload'] as const) await addUnitOf(database, account, made[kind], { kind });
  for (const unit of ['flow', 'upload'] as const) await addInput(database, account, unit, made[unit], part, download);
  await addEvent(database, account, {
    ...texts,
    download_id: download,
    flow_id: flow,
    upload_id: upload,
    download_declaration: word,
    upload_declaration: word,
    comment: word,
  });
}

/** Values that constraints of the database or readers of a row demand. */
function givenFor(word: string): GivenValues {
  const sha256 = createHash('sha256').update(word).digest('hex');
  const column = { name: word, type: 'string', nullable: true, use: 'declared' };
  return {
    // It would give rights.
    global_role: null,
    'audit_entry.kind': 'signed_in',
    'audit_entry.sequence': 1,
    'audit_retention.days': 90,
    'audit_stream.address': `https://${word}.example/hook`,
    'audit_stream.host': `${word}.example:443`,
    'audit_stream.type': 'webhook',
    'audit_entry.hash': `\\x${sha256}`,
    'audit_entry.previous_hash': `\\x${sha256}`,
    'backfill_upload.dates': '[2026-11-20,2026-11-21)',
    'draft_comment.path': `${word}.sbs`,
    'ingest_address.address': `${word}@ingest.test`,
    'ingest_recipient.address': `${word}@ingest.test`,
    'integration.type': 'email',
    'key.type': 'api_token',
    'mail.kind': 'password_reset',
    'mail.summary_account_id': null,
    'mail.day': null,
    'mail.address': null,
    'mail.invitation_id': null,
    'oauth_sign_in.integration_type': null,
    'oauth_sign_in.integration_id': null,
    'received_file.sha256': sha256,
    'received_mail.digest': sha256,
    'failure_group.transfer': 'download',
    'failure_group.code': 'SOURCE_FILE_NOT_RECEIVED',
    'failure_group.subject_kind': 'source',
    'incident_act.act': 'commented',
    'incident_work.purpose': 'production',
    'incident_work.transfer': 'download',
    'maintenance_window.kind': 'download',
    'maintenance_window.starts': '2026-01-01',
    'maintenance_window.ends': '2099-01-01',
    'restatement.cause': 'source',
    'restatement.totals': JSON.stringify([{ column: word, before: '1', after: '2' }]),
    'report_freeze.first_date': '2019-01-01',
    'report_freeze.last_date': '2019-01-31',
    'pause.kind': 'download',
    'pause.until': null,
    'saved_view.list': 'downloads',
    'schema_change.changes': JSON.stringify([
      { kind: 'type', column: word, before: 'string', after: 'integer', cause: 'script' },
    ]),
    'schema_change.dirty': JSON.stringify([{ column: word, reason: word, rows: 1 }]),
    'sso_domain.domain': `${word}.sbs`,
    'source_columns.delivered': JSON.stringify({ hasHeader: true, columns: [column] }),
    'volume_day.row_count': 1,
    'volume_month.row_count': 1,
    'volume_month.month': '2026-11-01',
  };
}

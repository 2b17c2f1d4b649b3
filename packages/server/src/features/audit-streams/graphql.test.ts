import { beforeEach, describe, expect, it } from 'vitest';
import { startSyslogServer, startWebhookReceiver } from '../../../testing/audit-receivers.ts';
import { queryAsSuperuser } from '../../../testing/database.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { setRetention } from '../../audit/retention.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const other = useAccount(server, {}, beforeEach);
const operator = useClient(server, account, ['operator'], beforeEach);
const developer = useClient(server, account, ['developer'], beforeEach);
const stranger = useClient(server, other, ['operator'], beforeEach);
const SECRET = 'canary-secret-of-the-stream';

type Stream = { readonly id: string; readonly [name: string]: unknown };
type Answer = {
  readonly __typename: string;
  readonly stream?: Stream;
  readonly message?: string;
  readonly errors?: readonly { readonly field: string | null; readonly message: string }[];
};
const STREAM = 'id type address authority enabled has_secrets version status sequence behind delivered oldest problem';
const FIELDS = `__typename ... on AuditStreamOk { stream { ${STREAM} } } ... on NotFoundError { message }
  ... on AuditStreamErrors { errors { field message } }`;
const SAVE = `mutation ($id: ID, $type: String!, $address: String!, $authority: String, $signing_secret: String, $headers: String,
  $enabled: Boolean!, $version: Int) {
  answer: save_audit_stream(id: $id, type: $type, address: $address, authority: $authority, signing_secret: $signing_secret,
    headers: $headers, enabled: $enabled, version: $version) { ${FIELDS} } }`;
const TEST = `mutation ($id: ID!) { answer: test_audit_stream(id: $id) { ${FIELDS} } }`;
const REMOVE = `mutation ($id: ID!) { answer: remove_audit_stream(id: $id) {
  __typename ... on RemoveAuditStreamOk { id } ... on NotFoundError { message } } }`;
const LIST = `{ audit_settings { streams { ${STREAM} } } }`;
const KINDS = '{ audit_entries(first: 20) { nodes { kind target_name before after } } }';

const call = async (as: Client, text: string, variables: object): Promise<Answer> =>
  (await as.data<{ answer: Answer }>(text, { ...variables })).answer;
const save = (variables: object = {}, as: Client = operator): Promise<Answer> =>
  call(as, SAVE, {
    type: 'webhook',
    address: 'https://siem.example/hook',
    signing_secret: SECRET,
    enabled: true,
    ...variables,
  });
const streams = async (as: Client = operator): Promise<readonly Stream[]> =>
  (await as.data<{ audit_settings: { streams: readonly Stream[] } }>(LIST)).audit_settings.streams;
async function added(variables: object = {}): Promise<Stream> {
  const { stream } = await save(variables);
  if (stream === undefined) throw new Error('The stream was not added.');
  return stream;
}

describe('the streams of an account', () => {
  it('streams are added, changed and removed, each with an entry of the audit log and without secrets in answers', async () => {
    const stream = await added({ headers: 'x-key: canary-header' });
    expect(stream).toMatchObject({
      type: 'webhook',
      address: 'https://siem.example/hook',
      enabled: true,
      has_secrets: true,
      version: 1,
      status: 'active',
      sequence: 0,
      behind: 1,
      problem: null,
    });
    expect(await save({ id: stream.id, enabled: false, signing_secret: null, version: 1 })).toMatchObject({
      stream: { id: stream.id, enabled: false, has_secrets: true, version: 2, status: 'paused' },
    });
    expect(await streams()).toMatchObject([{ id: stream.id, behind: 2 }]);
    expect(await call(operator, REMOVE, { id: stream.id })).toMatchObject({ __typename: 'RemoveAuditStreamOk' });
    expect(await streams()).toEqual([]);
    const { audit_entries: log } = await operator.data<{ audit_entries: { nodes: readonly object[] } }>(KINDS);
    expect(log.nodes.toReversed()).toMatchObject([
      {
        kind: 'audit_stream_added',
        target_name: 'webhook siem.example:443',
        after: { enabled: true, is_secret_new: true },
      },
      { kind: 'audit_stream_changed', before: { enabled: true }, after: { enabled: false, is_secret_new: false } },
      { kind: 'audit_stream_removed' },
    ]);
    expect(JSON.stringify([log, stream, server.log])).not.toContain('canary');
  });

  it('a test message reaches the target, and says what keeps it from arriving', async () => {
    const receiver = await startWebhookReceiver(SECRET);
    const { id } = await added({ address: `${receiver.url}/hook` });
    expect(await call(operator, TEST, { id })).toMatchObject({ stream: { id, sequence: 0 } });
    expect(receiver.entries).toMatchObject([{ kind: 'test_message', account: account.urlName }]);
    receiver.answers.push(403);
    expect((await call(operator, TEST, { id })).errors).toMatchObject([
      { field: 'address', message: expect.stringMatching(/refused the notice \(403\)/) as string },
    ]);

    const syslog = await startSyslogServer();
    const logs = await added({ type: 'syslog', address: syslog.url, signing_secret: null });
    expect((await call(operator, TEST, { id: logs.id })).errors).toMatchObject([{ field: 'authority' }]);
    await save({ id: logs.id, type: 'syslog', address: syslog.url, authority: syslog.authority, signing_secret: null });
    expect(await call(operator, TEST, { id: logs.id })).toMatchObject({ stream: { id: logs.id } });
    expect(syslog.entries).toMatchObject([{ kind: 'test_message' }]);
  });

  it('stored secrets are not sent to another host', async () => {
    const { id } = await added();
    expect((await save({ id, address: 'https://elsewhere.example/', signing_secret: null })).errors).toMatchObject([
      { field: 'signing_secret', message: expect.stringContaining('another host') as string },
    ]);
    expect(await save({ id, address: 'https://siem.example/other', signing_secret: null })).toMatchObject({
      stream: { address: 'https://siem.example/other' },
    });
  });

  it.each([
    [{ type: 'smoke' }, 'type', 'There is no type smoke.'],
    [{ address: 'ftp://siem.example' }, 'address', 'Enter an address such as https://siem.example'],
    [{ address: 'https://ann:pass@siem.example' }, 'address', 'Enter an address such as'],
    [{ address: 'https://siem.example/?key=canary' }, 'address', 'Enter an address such as'],
    [{ address: 'http://siem.example/' }, 'address', 'siem.example:80 is not in EGRESS_ALLOW'],
    [{ type: 'syslog', address: 'tcp://siem.example:601' }, 'address', 'siem.example:601 is not in EGRESS_ALLOW'],
    [{ signing_secret: 'short' }, 'signing_secret', 'Enter 16 to 200 characters'],
    [{ signing_secret: null }, 'signing_secret', 'Enter a signing secret.'],
    [{ authority: 'nothing' }, 'authority', 'Enter certificates as PEM'],
    [{ headers: 'x-key' }, 'headers', 'Line 1 must be a name, a colon and a value.'],
    [{ headers: 'a: 1\nhost: b' }, 'headers', 'Line 2: Switchboard sets host itself.'],
  ])('a stream is refused with %j', async (variables, field, message) => {
    const { errors = [] } = await save(variables);
    expect(errors[0]).toMatchObject({ field, message: expect.stringContaining(message) as string });
    expect(await streams()).toEqual([]);
  });

  it('a change is refused after another one, for another type, and beyond the fifth stream', async () => {
    const { id } = await added();
    await save({ id });
    expect((await save({ id, version: 1 })).errors?.[0]?.message).toContain('was changed after you opened it');
    expect((await save({ id, type: 'otlp' })).errors?.[0]?.message).toBe('The type of a stream cannot be changed.');
    for (const _more of [2, 3, 4, 5]) await added();
    expect((await save()).errors?.[0]?.message).toBe('The account has 5 streams already. Remove one first.');
  });

  it('streams are closed to developers and to other accounts', async () => {
    const { id } = await added();
    expect((await developer.ask(LIST)).errors[0]?.message).toBe('You do not have access to this.');
    const refused = await developer.ask(SAVE, { type: 'webhook', address: 'https://a.example/', enabled: true });
    expect(refused.errors[0]?.message).toBe('You do not have access to this.');
    expect(await streams(stranger)).toEqual([]);
    const missing = { __typename: 'NotFoundError', message: 'There is no such stream.' };
    expect(await save({ id }, stranger)).toEqual(missing);
    for (const text of [TEST, REMOVE]) expect(await call(stranger, text, { id })).toEqual(missing);
    expect(await streams()).toHaveLength(1);
  });
});

describe('the retention of an account', () => {
  const SETTINGS = 'retention_days default_retention_days oldest streams { holds_expired }';
  const RETENTION = `{ audit_settings { ${SETTINGS} } }`;
  const KEEP = `mutation ($days: Int) { save_audit_retention(days: $days) { ${SETTINGS} } }`;

  it('changes by administrators only, in days, with an entry of the audit log', async () => {
    await server.database.withSystem((tx) => setRetention(tx, null, 400, null));
    expect(await operator.data(RETENTION)).toEqual({
      audit_settings: { retention_days: null, default_retention_days: 400, oldest: null, streams: [] },
    });
    expect(await operator.data(KEEP, { days: 180 })).toMatchObject({ save_audit_retention: { retention_days: 180 } });
    expect(await operator.ask(KEEP, { days: 89 })).toMatchObject({ status: 400 });
    expect((await developer.ask(KEEP, { days: 180 })).errors[0]?.message).toBe('You do not have access to this.');
    expect(await operator.data(KEEP)).toMatchObject({ save_audit_retention: { retention_days: null } });
    const { audit_entries: log } = await operator.data<{ audit_entries: { nodes: readonly object[] } }>(KINDS);
    expect(log.nodes.toReversed()).toMatchObject([
      { kind: 'audit_retention_changed', before: { days: null }, after: { days: 180 } },
      { kind: 'access_denied' },
      { kind: 'audit_retention_changed', before: { days: 180 }, after: { days: null } },
    ]);
  });

  it('names the streams that keep entries beyond their time', async () => {
    await added();
    await queryAsSuperuser(
      server.databaseUrl,
      `insert into audit_entry (account_id, kind, actor, created)
        values ('${account.accountId}', 'key_created', 'system', now() - interval '200 days')`,
    );
    await queryAsSuperuser(server.databaseUrl, 'update audit_stream set sequence = 1');
    await operator.data(KEEP, { days: 100 });
    expect(await operator.data(RETENTION)).toMatchObject({ audit_settings: { streams: [{ holds_expired: true }] } });
    await operator.data(KEEP, { days: 300 });
    expect(await operator.data(RETENTION)).toMatchObject({ audit_settings: { streams: [{ holds_expired: false }] } });
  });
});

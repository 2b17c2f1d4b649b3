import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_CALLS, actsOf } from '../../../testing/admin-calls.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addAccount } from '../../../testing/people.ts';

const server = useGraphqlServer();
let support: Client;
let accounts = 0;
let urlName: string;
let accountId: string;
let supportId: string;

beforeAll(async () => {
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  supportId = (await support.data<{ meV2: { id: string } }>('{ meV2 { id } }')).meV2.id;
});
beforeEach(async () => {
  accounts += 1;
  urlName = `account-${accounts}`;
  accountId = await addAccount(server.database, urlName);
});

const save = async (variables: object, as = support): Promise<unknown> =>
  (await as.data<{ saveAccountV2: unknown }>(ADMIN_CALLS.saveAccount, { urlName, ...variables })).saveAccountV2;
const lastAct = async () => (await actsOf(server.database, supportId)).at(-1);

describe('an account', () => {
  test('an account is renamed, in its name and its url name', { tags: 'spec:admin-call-save-account' }, async () => {
    expect(await save({ name: ' Renamed 1 ', newUrlName: 'renamed-1' })).toMatchObject({
      name: 'Renamed 1',
      urlName: 'renamed-1',
    });
    expect(await lastAct()).toMatchObject({
      kind: 'account_changed',
      before: { name: expect.any(String) as unknown, url_name: urlName },
      after: { name: 'Renamed 1', url_name: 'renamed-1' },
    });
  });

  test('gets its settings', { tags: 'spec:admin-account-entity' }, async () => {
    const settings = {
      contractedRowCount: 0,
      showDownloadSummary: false,
      requiresApproval: true,
      setDefaultDeadline: '08:00 UTC',
      setSummaryTime: '09:30 Europe/Berlin',
      setSummaryRecipients: ['a@acme.test', ' b@acme.test ', 'a@acme.test'],
    };
    expect(await save(settings)).toMatchObject({
      contractedRowCount: 0,
      showDownloadSummary: false,
      requiresApproval: true,
      defaultDeadline: '08:00 UTC',
      dailySummaryTime: '09:30 Europe/Berlin',
      dailySummaryRecipients: ['a@acme.test', 'b@acme.test'],
    });
    const removed = {
      removeDefaultDeadline: true,
      removeSummaryTime: true,
      clearSummaryRecipients: true,
      contractedRowCount: null,
    };
    expect(await save(removed)).toMatchObject({
      contractedRowCount: null,
      showDownloadSummary: false,
      defaultDeadline: null,
      dailySummaryTime: null,
      dailySummaryRecipients: [],
    });
    expect(await lastAct()).toMatchObject({ after: { contracted_row_count: null, daily_summary_recipients: [] } });
  });

  test('an account that is saved as it is records nothing', { tags: 'spec:admin-unchanged' }, async () => {
    await save({ showDownloadSummary: false });
    const before = (await actsOf(server.database, supportId)).length;
    await save({ showDownloadSummary: false });
    expect(await actsOf(server.database, supportId)).toHaveLength(before);
  });

  test.each([
    [{ name: '  ' }, 'name', 'Required field'],
    [{ newUrlName: '' }, 'newUrlName', 'Required field'],
    [{ newUrlName: 'Not A Name' }, 'newUrlName', expect.stringContaining('lowercase letters')],
    [{ contractedRowCount: -1 }, 'contractedRowCount', expect.stringContaining('0 or more')],
    [{ contractedRowCount: 1.5 }, 'contractedRowCount', expect.stringContaining('whole number')],
    [{ queueWeight: 0 }, 'queueWeight', expect.stringContaining('from 1 to 100, got 0')],
    [{ runningLimit: 1001 }, 'runningLimit', expect.stringContaining('from 1 to 1000, got 1001')],
    [{ keyRunningLimit: -4 }, 'keyRunningLimit', expect.stringContaining('from 1 to 1000, got -4')],
    [{ setDefaultDeadline: '25:00 UTC' }, 'deadline', 'Invalid time'],
    [{ setSummaryTime: '09:00 Nowhere' }, 'summaryTime', 'Invalid timezone'],
    [{ setSummaryTime: 'x y' }, 'summaryTime', 'Invalid time and timezone'],
    [{ setSummaryRecipients: ['a@acme.test', 'b'] }, 'recipients', 'b is not a valid email address.'],
  ])(
    'refuses %j',
    {
      tags: [
        'spec:admin-name-required',
        'spec:admin-contracted-number',
        'spec:admin-recipients-valid',
        'spec:admin-zoned-time',
      ],
    },
    async (wrong, field, message: unknown) => {
      expect(await save(wrong)).toEqual({ __typename: 'InvalidAccountError', field, message });
    },
  );

  test('never takes the name or url name of another, or of a route', {
    tags: 'spec:admin-conflicting-names',
  }, async () => {
    const other = `other-${accounts}`;
    await addAccount(server.database, other);
    expect(await save({ name: `OTHER-${accounts}` })).toMatchObject({ __typename: 'ConflictingNameError' });
    expect(await save({ newUrlName: other })).toEqual({
      __typename: 'ConflictingUrlNameError',
      message: `Another account has the url name ${other}.`,
    });
    expect(await save({ newUrlName: 'admin' })).toEqual({
      __typename: 'ConflictingUrlNameError',
      message: 'The url name admin is reserved.',
    });
  });

  test('gets a name that two administrators choose at once only once', async () => {
    const other = await addAccount(server.database, `racing-${accounts}`).then(() => `racing-${accounts}`);
    const kinds = await Promise.all([save({ name: 'Same' }), save({ urlName: other, name: 'same' })]);
    expect(kinds.map((kind) => (kind as { __typename: string }).__typename).sort()).toEqual([
      'Account',
      'ConflictingNameError',
    ]);
  });

  test('an account is added by its names', async () => {
    expect(await save({ urlName: null, name: 'Brand', newUrlName: 'brand' })).toMatchObject({
      name: 'Brand',
      urlName: 'brand',
    });
    expect(await lastAct()).toMatchObject({ kind: 'account_created', after: { name: 'Brand', url_name: 'brand' } });
    expect(await save({ urlName: null, name: 'Brand 2' })).toMatchObject({
      field: 'newUrlName',
      message: 'Required field',
    });
    expect(
      await support.ask(ADMIN_CALLS.saveAccount, { name: 'Brand 3', newUrlName: 'b3', showDownloadSummary: true }),
    ).toMatchObject({ status: 400 });
  });

  test('no request both sets and removes the time of the summary', async () => {
    const both = { urlName, setSummaryTime: '09:00 UTC', removeSummaryTime: true };
    expect(await support.ask(ADMIN_CALLS.saveAccount, both)).toMatchObject({ status: 400 });
  });

  test('each permission changes its part of an account only', { tags: 'spec:admin-permissions' }, async () => {
    const lead = createClient(server, { token: await server.tokenOf({ [accountId]: ['cs'] }) });
    expect(await save({ setDefaultDeadline: '08:00 UTC' }, lead)).toMatchObject({ defaultDeadline: '08:00 UTC' });
    for (const refused of [
      { name: 'x' },
      { newUrlName: 'x' },
      { contractedRowCount: 1 },
      { showDownloadSummary: true },
      { queueWeight: 2 },
      { runningLimit: null },
      { keyRunningLimit: 1 },
      { urlName: null, name: 'x', newUrlName: 'x' },
    ])
      expect(await lead.ask(ADMIN_CALLS.saveAccount, { urlName, ...refused })).toMatchObject({ status: 403 });
    const operator = createClient(server, { token: await server.tokenOf({ [accountId]: ['operator'] }) });
    const asked = await operator.ask(ADMIN_CALLS.saveAccount, { urlName, setDefaultDeadline: '08:00 UTC' });
    expect(asked).toMatchObject({ status: 403 });
  });
});

test('a deactivated account is closed to its users', { tags: 'spec:admin-account-deactivated' }, async () => {
  const member = createClient(server, { token: await server.tokenOf({ [accountId]: ['cs'] }), account: urlName });
  expect((await member.ask('{ meV2 { id } }')).status).toBe(200);
  expect(await member.ask(ADMIN_CALLS.deactivateAccount, { urlName })).toMatchObject({ status: 403 });
  expect(await support.data(ADMIN_CALLS.deactivateAccount, { urlName })).toEqual({
    deactivateAccountV2: { __typename: 'Account', urlName },
  });
  expect(await lastAct()).toMatchObject({ kind: 'account_deactivated', before: { url_name: urlName } });
  expect((await member.ask('{ meV2 { id } }')).status).toBe(403);
  expect(await support.data(ADMIN_CALLS.deactivateAccount, { urlName })).toMatchObject({
    deactivateAccountV2: { __typename: 'NotFoundError' },
  });
});

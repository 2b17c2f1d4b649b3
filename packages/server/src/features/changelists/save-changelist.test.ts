import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ADS_SCRIPT,
  branchDraft,
  type SaveArguments,
  type SavedAnswer,
  saveDraft,
  writeDraft,
} from '../../../testing/draft-calls.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { readFiles, readMessages, readStatus } from '../../../testing/read-rows.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { rows } = account;
const ann = useGlobalClient(server, account, 'developer');
const ben = useGlobalClient(server, account, 'developer');
const save = (id: string, more: SaveArguments, as = ann): Promise<SavedAnswer> => saveDraft(as, id, more);

describe('files of a draft', () => {
  test('files of a draft are written, created, moved and deleted at once', {
    tags: ['spec:call-save-changelist', 'spec:file-fields'],
  }, async () => {
    const { id } = await writeDraft(ann);
    await save(id, {
      version: 2,
      files: [
        { path: 'b.sbs', text: '// B' },
        { path: 'c.sbs', text: '// C' },
      ],
    });
    const before = await readFiles(account, id);
    const saved = await save(id, {
      version: 3,
      files: [
        { path: 'a.sbs', text: `${ADS_SCRIPT}// More` },
        { path: 'folder/b.sbs', original_path: 'b.sbs' },
        { path: 'c.sbs', text: null },
        { path: 'd.sbs', text: '// An empty script.' },
      ],
    });
    expect(saved).toMatchObject({ __typename: 'SaveChangelistOk', changelist: { id, version: 4, status: 'draft' } });
    const after = await readFiles(account, id);
    expect(after.map(({ path, text }) => [path, text])).toEqual([
      ['a.sbs', `${ADS_SCRIPT}// More`],
      ['d.sbs', '// An empty script.'],
      ['folder/b.sbs', '// B'],
    ]);
    expect([after[0]?.id, after[2]?.id]).toEqual([before[0]?.id, before[1]?.id]);
  });

  test('hold any text that a browser can send', async () => {
    const { id, version } = await branchDraft(ann);
    const text = '\ufeffa\r\nb\tÜ🦔\ud800\u2028end';
    await save(id, {
      version,
      files: [
        { path: 'Ü 🦔.sbs', text },
        { path: 'empty', text: '' },
      ],
    });
    expect((await readFiles(account, id)).map((file) => [file.path, file.text])).toEqual([
      ['empty', ''],
      ['Ü 🦔.sbs', text.toWellFormed()],
    ]);
  });

  test('files of a draft are not overwritten by somebody who has read an older version', async () => {
    const { id, version } = await writeDraft(ann);
    expect(await save(id, { version, files: [{ path: 'a.sbs', text: '// Ann' }] })).toMatchObject({
      changelist: { version: version + 1 },
    });
    const stale = await save(id, { version, files: [{ path: 'a.sbs', text: '// Ben' }] }, ben);
    expect(stale).toMatchObject({
      __typename: 'StaleChangelistError',
      version: version + 1,
      message: 'The draft was saved by somebody else since you opened it. Nothing was saved.',
      updated_by: { name: expect.stringMatching(/^Person/) as string },
    });
    expect((await readFiles(account, id)).map(({ text }) => text)).toEqual(['// Ann']);
  });

  test('files of a draft are saved for one of two people who save at once, and the other is refused', async () => {
    const { id, version } = await writeDraft(ann);
    const saves = [ann, ben].map((as, index) =>
      save(id, { version, files: [{ path: 'a.sbs', text: `// ${index}` }] }, as),
    );
    const outcomes = (await Promise.all(saves)).map(({ __typename }) => __typename);
    expect(outcomes.toSorted()).toEqual(['SaveChangelistOk', 'StaleChangelistError']);
    expect((await readFiles(account, id)).map(({ text }) => text)).toEqual([
      `// ${outcomes.indexOf('SaveChangelistOk')}`,
    ]);
  });

  test('need the version that was read', async () => {
    const { id } = await branchDraft(ann);
    const answer = await ann.ask(
      `mutation { save_changelist(changelist_id: "${id}", changelist: { files: [{ path: "a", text: "" }] }) { __typename } }`,
    );
    expect(answer.errors[0]?.message).toContain('Give the version of the draft that was read');
  });

  test('files of a draft that are refused leave everything as it was', {
    tags: ['spec:file-name-rules', 'spec:file-paths'],
  }, async () => {
    const { id, version } = await writeDraft(ann);
    const before = await readFiles(account, id);
    for (const [message, file] of [
      ['File name cannot start with $', { path: '$a.sbs', text: '' }],
      ['A file named a.sbs already exists.', { path: 'a.sbs', original_path: 'b.sbs' }],
      ['There is no file x.', { path: 'x', text: null }],
    ] as const)
      expect(
        await save(id, { version, description: 'Renamed', files: [{ path: 'b.sbs', text: '// B' }, file] }),
      ).toEqual({
        __typename: 'ConflictError',
        message: message === 'A file named a.sbs already exists.' ? 'There is no file b.sbs.' : message,
      });
    expect(await readFiles(account, id)).toEqual(before);
    expect(await rows(sql`select version, description from changelist where id = ${id}`)).toEqual([
      { version, description: 'New Draft' },
    ]);
  });

  test('saving one of ten thousand files rewrites no other', { tags: ['spec:draft-file-limit'] }, async () => {
    const { id, version } = await branchDraft(ann);
    await account.inAccount(async (tx) => {
      await sql`insert into script_text values (${account.accountId}, ${'0'.repeat(64)}, '// Same')`.execute(tx);
      await sql`insert into changelist_file (account_id, changelist_id, path, sha256)
        select ${account.accountId}, ${id}, 'f' || n, ${'0'.repeat(64)} from generate_series(1, 10000) n`.execute(tx);
    });
    const written = () =>
      rows(sql`select ctid::text, xmin::text, path from changelist_file where path <> 'f77' order by path`);
    const before = await written();
    expect(await save(id, { version, files: [{ path: 'f77', text: '// Other' }] })).toMatchObject({
      __typename: 'SaveChangelistOk',
    });
    expect(await written()).toEqual(before);
    expect(await save(id, { version: 2, files: [{ path: 'more', text: '' }] })).toEqual({
      __typename: 'ConflictError',
      message: 'A draft can have 10,000 files at most.',
    });
  });
});

describe('publishing', () => {
  test('makes the draft itself the running version', {
    tags: ['spec:draft-published', 'spec:call-save-results'],
  }, async () => {
    const { id, version } = await writeDraft(ann, 'Ads');
    const saved = await save(id, { version, action: 'publish' });
    expect(saved).toMatchObject({ __typename: 'SaveChangelistOk', changelist: { id, status: 'running' } });
    expect(await readStatus(account, 'changelist', account.changelistId)).toBe('replaced');
    expect(await rows(sql`select name, status from download_declaration`)).toEqual([{ name: 'ads', status: 'active' }]);
    expect((await readMessages(account)).at(-1)).toBe('Person published Ads in place of Version 1.');
  });

  test('saves and publishes at once, or does neither', { tags: ['spec:test-needs-no-errors'] }, async () => {
    const { id, version } = await writeDraft(ann);
    const broken = await save(id, {
      version,
      files: [{ path: 'a.sbs', text: 'upload x to nowhere;' }],
      action: 'publish',
    });
    expect(broken).toMatchObject({ __typename: 'CompilationErrors', message: 'Fix Validation Errors.' });
    expect((await readFiles(account, id)).map(({ text }) => text)).toEqual([ADS_SCRIPT]);
    const files = [{ path: 'b.sbs', text: '// Notes' }];
    expect(await save(id, { version, files, action: 'publish' })).toMatchObject({ changelist: { status: 'running' } });
    expect((await readFiles(account, id)).map(({ path }) => path)).toEqual(['a.sbs', 'b.sbs']);
  });

  test('publishing over a version that the draft does not contain needs a merge, or force', {
    tags: ['spec:publish-conflict', 'spec:call-save-results'],
  }, async () => {
    const first = await writeDraft(ann, 'First');
    const second = await writeDraft(ann, 'Second');
    await save(first.id, { action: 'publish' });
    const files = [{ path: 'b.sbs', text: '// B' }];
    expect(await save(second.id, { version: 2, files, action: 'publish' })).toEqual({
      __typename: 'NeedsMergeError',
      message:
        'This draft was branched from an older version than the current Published version. Its contents maybe out of date.',
    });
    expect(await readStatus(account, 'changelist', first.id)).toBe('running');
    expect(await save(second.id, { version: 2, files, action: 'publish', force_publish: true })).toMatchObject({
      changelist: { id: second.id, status: 'running' },
    });
    expect((await readMessages(account)).at(-1)).toBe(
      'Person published Second in place of First, without the changes of that version.',
    );
  });

  test('accepts one of two concurrent drafts, and the other needs a merge', async () => {
    const drafts = [await writeDraft(ann), await writeDraft(ann)];
    const outcomes = await Promise.all(drafts.map(({ id }) => save(id, { action: 'publish' })));
    expect(outcomes.map(({ __typename }) => __typename).toSorted()).toEqual(['NeedsMergeError', 'SaveChangelistOk']);
  });

  test('needs the permission publish-scripts, and saving develop-scripts', {
    tags: ['spec:permission-develop-scripts', 'spec:permission-publish-scripts'],
  }, async () => {
    const { id } = await writeDraft(ann);
    for (const role of ['operator', 'viewer'] as const) {
      const token = await server.tokenOf({ [account.accountId]: [role] });
      const answer = await ask(
        server,
        { token, account: account.urlName },
        `mutation { save_changelist(changelist_id: "${id}", action: "publish") { __typename } }`,
      );
      expect(answer.errors[0]?.message).toBe('You do not have access to this.');
    }
    expect(await readStatus(account, 'changelist', id)).toBe('draft');
  });
});

describe('changelists that are not drafts', () => {
  test('changelists that are not drafts are not changed', {
    tags: ['spec:drafts-read-only', 'spec:cannot-act'],
  }, async () => {
    const { id, version } = await writeDraft(ann);
    await save(id, { action: 'publish' });
    const requests: SaveArguments[] = [
      { description: 'X' },
      { version: version + 1, files: [{ path: 'a.sbs', text: '' }] },
      { action: 'archive' },
      { action: 'publish' },
      { action: 'proof', test_exports: ['ads'] },
    ];
    for (const published of [id, account.changelistId])
      for (const request of requests)
        expect(await save(published, request)).toEqual({
          __typename: 'ConflictError',
          message: 'Cannot act on previously published changelist',
        });
    const archived = await writeDraft(ann);
    await save(archived.id, { action: 'archive' });
    for (const request of requests)
      expect(await save(archived.id, request)).toEqual({
        __typename: 'ConflictError',
        message: 'You cannot edit published or archived drafts',
      });
    expect(await save(randomUUID(), { description: 'X' })).toMatchObject({ __typename: 'NotFoundError' });
  });
});

describe('drafts', () => {
  test('drafts are created, renamed and archived, and the journal has it', {
    tags: [
      'spec:draft-branches',
      'spec:call-branch-changelist',
      'spec:call-rename-changelist',
      'spec:call-archive-changelist',
      'spec:draft-description-required',
      'spec:draft-description-cut',
    ],
  }, async () => {
    const { id } = await branchDraft(ann, '  New Draft ');
    expect(await rows(sql`select description, status, branched_from from changelist where id = ${id}`)).toEqual([
      { description: 'New Draft', status: 'draft', branched_from: account.changelistId },
    ]);
    await save(id, { description: 'x'.repeat(600) });
    await save(id, { description: 'Costs', version: 1, files: [{ path: 'c.sbs', text: '' }] });
    expect(await save(id, { description: '  ' })).toMatchObject({ message: 'Draft description cannot be empty' });
    expect(await branchDraft(ann, ' ')).toMatchObject({ message: 'Draft description cannot be empty' });
    await save(id, {
      version: 2,
      files: [
        { path: 'a.sbs', text: '' },
        { path: 'b.sbs', text: '' },
      ],
    });
    expect(await save(id, { action: 'archive' })).toMatchObject({ changelist: { status: 'archived' } });
    expect(await readMessages(account)).toEqual([
      'Person created the draft New Draft.',
      `Person renamed the draft New Draft to ${'x'.repeat(500)}.`,
      `Person renamed the draft ${'x'.repeat(500)} to Costs.`,
      'Person saved the draft Costs: 1 file changed.',
      'Person saved the draft Costs: 2 files changed.',
      'Person archived the draft Costs.',
    ]);
  });

  test('drafts that are cloned contain the published changes of their source', {
    tags: ['spec:draft-actions', 'spec:draft-parent'],
  }, async () => {
    const draft = await writeDraft(ann);
    const clone = await branchDraft(ann, 'Copy of New Draft', draft.id);
    expect(await rows(sql`select branched_from from changelist where id = ${clone.id}`)).toEqual([
      { branched_from: draft.id },
    ]);
    expect((await readFiles(account, clone.id)).map(({ id }) => id)).toEqual(
      (await readFiles(account, draft.id)).map(({ id }) => id),
    );
    expect(await save(clone.id, { action: 'publish' })).toMatchObject({ changelist: { status: 'running' } });
  });

  test('drafts are marked as tested until they are saved', async () => {
    const { id, version } = await writeDraft(ann);
    const tested = await save(id, { action: 'proof', test_exports: ['ads'] });
    expect(tested).toMatchObject({ changelist: { status: 'proofing', version }, flows: [{}] });
    expect(await save(id, { version, files: [{ path: 'b.sbs', text: '' }] })).toMatchObject({
      changelist: { status: 'draft' },
    });
  });
});

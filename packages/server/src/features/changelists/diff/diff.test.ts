import { randomUUID } from 'node:crypto';
import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildDraft } from '../../../../testing/build-account.ts';
import { branchDraft, saveDraft } from '../../../../testing/draft-calls.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useGlobalClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { rows } = account;
const developer = useGlobalClient(server, account, 'developer');
const viewer = useGlobalClient(server, account, 'viewer');

const draft = (files: Parameters<typeof buildDraft>[2] = [], description?: string): Promise<string> =>
  buildDraft(server.database, account, files, description);

describe('comparing changelists', () => {
  type Diff = Record<'modified_files' | 'created_files' | 'deleted_files' | 'unchanged_files', unknown[]>;
  const compare = async (original: string, modified: string): Promise<Diff | null> =>
    (
      await developer.data<{ changelist_diff: Diff | null }>(
        `{ changelist_diff(original_id: "${original}", modified_id: "${modified}",
          draft_opened_paths: ["a.sbs", "new.sbs", "moved/c.sbs"], published_opened_paths: ["a.sbs", "gone.sbs"]) {
          original { id } modified { id } modified_files { path text original_path original_text }
          created_files { path text } deleted_files { path text } unchanged_files { path text } } }`,
      )
    ).changelist_diff;

  test('lists modified, created, deleted and unchanged files, with the contents that are opened', {
    tags: ['spec:call-changelist-diff', 'spec:changelist-diff-fields', 'spec:draft-compared'],
  }, async () => {
    const published = await draft([
      { path: 'a.sbs', text: '// A' },
      { path: 'c.sbs', text: '// C' },
      { path: 'gone.sbs', text: '// Gone' },
      { path: 'same.sbs', text: '// Same' },
      { path: 'z.sbs', text: '// Z' },
    ]);
    const made = await branchDraft(developer, 'B', published);
    await saveDraft(developer, made.id, {
      version: 1,
      files: [
        { path: 'a.sbs', text: '// A2' },
        { path: 'moved/c.sbs', original_path: 'c.sbs' },
        { path: 'gone.sbs', text: null },
        { path: 'new.sbs', text: '// New' },
        { path: 'z.sbs', text: '// Z2' },
      ],
    });
    expect(await compare(published, made.id)).toEqual({
      original: { id: published },
      modified: { id: made.id },
      modified_files: [
        { path: 'a.sbs', text: '// A2', original_path: 'a.sbs', original_text: '// A' },
        { path: 'moved/c.sbs', text: '// C', original_path: 'c.sbs', original_text: null },
        { path: 'z.sbs', text: null, original_path: 'z.sbs', original_text: null },
      ],
      created_files: [{ path: 'new.sbs', text: '// New' }],
      deleted_files: [{ path: 'gone.sbs', text: '// Gone' }],
      unchanged_files: [{ path: 'same.sbs', text: null }],
    });
    expect(await compare(published, randomUUID())).toBeNull();
    expect(await compare('x', made.id)).toBeNull();
  });

  test('needs the permission view-diffs-beta', { tags: 'spec:permission-view-diffs' }, async () => {
    const answer = await viewer.ask(
      `{ changelist_diff(original_id: "${account.changelistId}", modified_id: "${account.changelistId}") { original { id } } }`,
    );
    expect(answer.errors[0]?.message).toBe('You do not have access to this.');
  });
});

test('ten thousand files open within 300 ms at the server, once in an operation', {
  tags: 'spec:call-changelist',
}, async () => {
  const id = await draft();
  await rows(sql`insert into script_text select ${account.accountId}, encode(sha256(n::text::bytea), 'hex'), '// ' || n
    from generate_series(1, 10000) n`);
  await rows(sql`insert into changelist_file (account_id, changelist_id, path, sha256)
    select ${account.accountId}, ${id}, 'folder/file-' || n || '.sbs', encode(sha256(n::text::bytea), 'hex') from generate_series(1, 10000) n`);
  const open = () =>
    viewer.data<{ changelist: { files: unknown[] } }>(
      `{ changelist(id: "${id}") { description status needs_merge flow_summary { purpose } files(first: 10000) { id path hash } } }`,
    );
  expect((await open()).changelist.files).toHaveLength(10_000);
  // Processor time of server and client: other tests keep the machine busy. The first answers are those of cold code.
  let fastest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 20 && fastest >= 300; n += 1) {
    const elapsed = startProcessorTime();
    await open();
    fastest = Math.min(fastest, elapsed());
  }
  expect(fastest).toBeLessThan(300);
  const twice = await viewer.ask(
    `{ a: changelist(id: "${id}") { files { id } } b: changelist(id: "${id}") { files { id } } }`,
  );
  expect(twice.errors[0]?.message).toContain('It could return');
  const listed = await viewer.ask('{ drafts { nodes { files { id } } } }');
  expect(listed.errors[0]?.message).toContain('It could return');
});

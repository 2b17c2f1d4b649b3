import { PREVIOUSLY_PUBLISHED } from '@switchboard/model/changelist';
import { Client, fetchExchange } from 'urql';
import { describe, expect, it } from 'vitest';
import { DRAFT_HEAD } from '../../../../test/build-changelist.ts';
import { type Answers, buildGraphqlServer, type Request } from '../../../../test/graphql-server.ts';
import { SCRIPT_LANGUAGE } from '../../../ui/editor/language/script-language.ts';
import { FileModels } from '../../../ui/editor/monaco/file-models.ts';
import { DraftFiles } from '../draft/draft-files.ts';
import { EditorSession } from './editor-session.ts';
import type { SaveAction } from './save-outcome.ts';

const STORED = [{ id: 'f1', path: 'a.sbs', hash: 'h1' }];
const ACTIONS = {
  Save: { kind: 'save' },
  Publish: { kind: 'publish', force: false },
  Test: { kind: 'test', uploads: ['ads'], fetchNew: true },
} as const satisfies Record<string, SaveAction>;
type Name = keyof typeof ACTIONS;

type Opened = {
  readonly session: EditorSession;
  readonly files: DraftFiles;
  readonly requests: readonly Request[];
  /** Messages that the person was shown, oldest first. */
  readonly shown: readonly string[];
};

function open(answers: Answers, isChanged = true): Opened {
  const files = new DraftFiles(STORED);
  files.load([{ path: 'a.sbs', text: 'old' }]);
  if (isChanged) files.edit('a.sbs', 'new');
  const server = buildGraphqlServer(answers);
  const shown: string[] = [];
  const show = (message: string): void => void shown.push(message);
  const session = new EditorSession({
    client: new Client({
      url: 'http://console.test/graphql',
      exchanges: [fetchExchange],
      fetch: server.fetch,
      preferGetMethod: false,
    }),
    draft: { head: DRAFT_HEAD, publishedId: null },
    files,
    models: new FileModels({ scope: 'draft-c1', language: SCRIPT_LANGUAGE, textOf: files.textOf, onEdit: () => {} }),
    notify: { done: show, failed: show },
  });
  return { session, files, requests: server.requests, shown };
}

const node = (patch: object = {}) => ({
  __typename: 'Changelist',
  ...DRAFT_HEAD,
  version: 5,
  files: STORED.map((file) => ({ __typename: 'File', ...file })),
  ...patch,
});
/** A server that gives these data to each operation. */
const answering = (data: Readonly<Record<string, unknown>>): Answers =>
  Object.fromEntries(Object.entries(data).map(([operation, answer]) => [operation, () => answer]));
const ok = (messages: readonly string[], patch: object = {}): Answers =>
  answering({
    SaveDraft: {
      save_changelist: {
        __typename: 'SaveChangelistOk',
        changelist: node(patch),
        compilation_result: {
          __typename: 'CompilationResult',
          messages: messages.map((type) => ({ __typename: 'CompilationMessage', type })),
        },
        flows: [],
      },
    },
  });
const refused = (name: string, message: string, more = {}): Answers =>
  answering({ SaveDraft: { save_changelist: { __typename: name, message, ...more } } });
/** A server that has this version of the draft. */
const newest = (patch: object): Answers =>
  answering({
    EditorHead: { changelist: node(patch), published_changelist: null },
    EditorDraft: { changelist: { ...node(patch), opened: [] }, published_changelist: null },
    EditorTexts: {
      changelist: { __typename: 'Changelist', id: 'c1', files: [{ __typename: 'File', ...STORED[0], text: 'theirs' }] },
    },
  });
const SOMEBODY = { version: 9, updated_by: { __typename: 'Person', id: 'p2', name: 'Dana' } };

describe('saving', () => {
  it.each<[Name, readonly string[], string]>([
    ['Save', [], 'Draft Saved'],
    ['Save', ['info'], 'Draft Saved'],
    ['Save', ['warning'], 'Draft Saved with some warnings.'],
    ['Test', ['beta'], 'Draft Saved and Tests Started with some warnings.'],
    ['Test', [], 'Draft Saved and Tests Started'],
    ['Publish', [], 'Draft Published'],
    ['Publish', ['warning'], 'Draft Published with some warnings.'],
  ])('%s with %j says "%s"', { tags: 'spec:editor-warnings' }, async (name, messages, text) => {
    const { session, files, shown } = open(ok(messages));
    expect(await session.save(ACTIONS[name])).toBe(true);
    expect(shown).toEqual([text]);
    expect(session.version()).toBe(5);
    expect(files.changes()).toEqual([]);
  });

  it('sends the changed files with the version that was read, and what is tested', async () => {
    const { session, requests } = open(ok([]));
    await session.save(ACTIONS.Test);
    expect(requests.map(({ variables }) => variables)).toEqual([
      {
        id: 'c1',
        version: 4,
        changelist: { files: [{ path: 'a.sbs', text: 'new' }] },
        paths: ['a.sbs'],
        action: 'proof',
        uploads: ['ads'],
        fetchNew: true,
      },
    ]);
  });

  it('says "There are no changes to Save." without a request', { tags: 'spec:editor-no-changes' }, async () => {
    const { session, requests, shown } = open(ok([]), false);
    expect(await session.save(ACTIONS.Save)).toBe(false);
    expect(shown).toEqual(['There are no changes to Save.']);
    expect(requests).toEqual([]);
  });

  it.each<[Name, Answers, string]>([
    ['Save', refused('CompilationErrors', 'x'), 'Fix Validation Errors.'],
    ['Test', refused('CompilationErrors', 'x'), 'Cannot initiate Test - Fix Validation Errors.'],
    ['Publish', refused('CompilationErrors', 'x'), 'Cannot Publish - Fix Validation Errors.'],
    ['Save', { ...refused('ConflictError', 'The file is too large.'), ...newest({}) }, 'The file is too large.'],
    ['Save', { ...refused('ConflictError', ''), ...newest({}) }, 'There was a problem saving the Draft'],
    ['Save', answering({ SaveDraft: new Error('The database is away.') }), 'The database is away.'],
  ])('%s that is refused keeps the changes and says "%#"', async (name, answers, text) => {
    const { session, files, shown } = open(answers);
    expect(await session.save(ACTIONS[name])).toBe(false);
    expect(shown).toEqual([text]);
    expect(files.changes()).toHaveLength(1);
    expect(session.state().isSaving).toBe(false);
  });

  it('reads the head again when the draft was published meanwhile', { tags: 'spec:cannot-act' }, async () => {
    const { session, shown } = open({
      ...refused('ConflictError', PREVIOUSLY_PUBLISHED),
      ...newest({ version: 4, status: 'replaced' }),
    });
    await session.save(ACTIONS.Save);
    expect(shown).toEqual(['Cannot act on previously published changelist']);
    await expect.poll(() => session.state().head.status).toBe('replaced');
  });

  it('asks what becomes of changes when somebody else has saved the draft, or published another', async () => {
    const stale = { version: 9, updated_on: '2026-11-20T09:00:00.000Z', updated_by: null };
    const first = open(refused('StaleChangelistError', 'x', stale)).session;
    await first.save(ACTIONS.Save);
    expect(first.state().question).toMatchObject({ kind: 'stale', action: ACTIONS.Save });
    first.dismissQuestion();
    expect(first.state().question).toBeNull();
    const second = open(refused('NeedsMergeError', 'x')).session;
    await second.save(ACTIONS.Publish);
    expect(second.state().question).toEqual({ kind: 'overwrite', message: 'x' });
  });

  it('sends one request at a time, and says meanwhile that it saves', async () => {
    const { session, requests } = open(ok([]));
    const states: boolean[] = [];
    session.subscribe(() => states.push(session.state().isSaving));
    const saved = session.save(ACTIONS.Save);
    expect(await session.save(ACTIONS.Save)).toBe(false);
    await saved;
    expect(requests).toHaveLength(1);
    expect([states[0], states.at(-1)]).toEqual([true, false]);
  });

  it('knows the published version once the draft is published', async () => {
    const { session } = open(ok([], { status: 'running' }));
    await session.save(ACTIONS.Publish);
    expect(session.state()).toMatchObject({ publishedId: 'c1', head: { status: 'running' } });
  });
});

describe('a request of a person', () => {
  it('fails while a name is entered that cannot be taken', async () => {
    const { session, requests, shown } = open(ok([]));
    session.enterName({ kind: 'file', initial: '' });
    session.setEntryProblem('A file has this name.');
    session.requestSave();
    session.requestDialog('test', false);
    expect(shown).toEqual(['Cannot Save', 'Cannot Save']);
    expect(session.state().dialog).toBeNull();
    session.cancelEntry();
    session.requestSave();
    await expect.poll(() => shown.at(-1)).toBe('Draft Saved');
    expect(requests).toHaveLength(1);
  });

  it('opens its dialog, unless the files have errors', () => {
    const { session, shown } = open({});
    session.requestDialog('publish', true);
    session.requestDialog('test', true);
    expect(shown).toEqual(['Cannot Publish - Fix Validation Errors.', 'Cannot initiate Test - Fix Validation Errors.']);
    expect(session.state().dialog).toBeNull();
    session.requestDialog('publish', false);
    expect(session.state().dialog).toBe('publish');
    session.closeDialog();
    expect(session.state().dialog).toBeNull();
  });
});

describe('a version that somebody else has saved', () => {
  it('replaces the draft at once without changes of this person', async () => {
    const { session, files, shown } = open(newest(SOMEBODY), false);
    await session.refreshHead();
    expect(session.version()).toBe(9);
    expect(files.textOf('a.sbs')).toBe('old');
    expect(shown).toEqual(['Dana saved this draft. You see their version.']);
  });

  it('waits for a decision while there are changes, which stay or go', async () => {
    const changed = [{ __typename: 'File', id: 'f1', path: 'a.sbs', hash: 'h2' }];
    const { session, files } = open(newest({ ...SOMEBODY, files: changed }));
    await session.refreshHead();
    expect(session.state()).toMatchObject({ newer: { version: 9 }, head: { version: 4 } });
    expect(await session.reload(true)).toBe(true);
    expect(session.state()).toMatchObject({ newer: null, head: { version: 9 } });
    expect([files.textOf('a.sbs'), files.savedTextOf('a.sbs')]).toEqual(['new', 'theirs']);
    expect(await session.reload(false)).toBe(true);
    expect(files.textOf('a.sbs')).toBe('theirs');
  });

  it('says why it could not be read', async () => {
    const { session, shown } = open(answering({ EditorDraft: new Error('The database is away.') }));
    expect(await session.reload(false)).toBe(false);
    expect(shown).toEqual(['The database is away.']);
  });
});

describe('merging', () => {
  const conflicts = { __typename: 'MergeConflicts', message: 'Both changed a.sbs.', published_id: 'p1', conflicts: [] };

  it('asks for each conflict, then reads the merged draft', async () => {
    const outcomes: unknown[] = [
      conflicts,
      { __typename: 'SaveChangelistOk', changelist: { __typename: 'Changelist', id: 'c1' } },
    ];
    const { session, requests, shown } = open({
      ...newest({ version: 6 }),
      ['MergeDraft']: () => ({ merge_changelist: outcomes.shift() }),
    });
    expect(await session.merge()).toBe(false);
    expect(session.state()).toMatchObject({ conflicts: { published_id: 'p1' }, isMerging: false });
    expect(await session.merge([{ path: 'a.sbs', text: 'both' }])).toBe(true);
    expect(requests.filter(({ operation }) => operation === 'MergeDraft').at(-1)?.variables).toMatchObject({
      publishedId: 'p1',
      version: 4,
    });
    expect(session.state()).toMatchObject({ conflicts: null, head: { version: 6 } });
    expect(shown).toEqual(['The Published version was merged into the draft.']);
  });

  it('says why the draft could not be merged', async () => {
    const { session, shown } = open(
      answering({
        MergeDraft: { merge_changelist: { __typename: 'ConflictError', message: 'The draft is archived.' } },
      }),
    );
    expect(await session.merge()).toBe(false);
    expect(shown).toEqual(['The draft is archived.']);
  });
});

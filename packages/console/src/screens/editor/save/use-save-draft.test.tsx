import { PREVIOUSLY_PUBLISHED } from '@switchboard/model/changelist';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DRAFT_HEAD } from '../../../../test/build-changelist.ts';
import { type RenderedPage, renderPage } from '../../../../test/render-page.tsx';
import { DraftFiles } from '../draft/draft-files.ts';
import { type SaveAction, useSaveDraft } from './use-save-draft.ts';

const STORED = [{ id: 'f1', path: 'a.sbs', hash: 'h1' }];
const ACTIONS = {
  Save: { kind: 'save' },
  Publish: { kind: 'publish', force: false },
  Test: { kind: 'test', uploads: ['ads'], fetchNew: true },
} as const satisfies Record<string, SaveAction>;

function Harness({ files }: { readonly files: DraftFiles }) {
  const [{ head }, setState] = useState({ head: DRAFT_HEAD, publishedId: null as string | null });
  const [outdated, setOutdated] = useState(false);
  const { save, question } = useSaveDraft({
    files,
    head,
    onState: setState,
    onOutdated: () => setOutdated(true),
    onReload: () => Promise.resolve(),
  });
  return (
    <>
      {Object.entries(ACTIONS).map(([name, action]) => (
        <button key={name} type="button" onClick={() => void save(action)}>
          {name}
        </button>
      ))}
      <p>
        {head.status} {head.version} {question?.kind} {outdated && 'outdated'}
      </p>
    </>
  );
}

function open(answer: unknown, isChanged = true): { readonly page: RenderedPage; readonly files: DraftFiles } {
  const files = new DraftFiles(STORED);
  files.load([{ path: 'a.sbs', text: 'old' }]);
  if (isChanged) files.edit('a.sbs', 'new');
  return {
    files,
    page: renderPage({ element: <Harness files={files} />, answers: { SaveDraft: () => answer } }),
  };
}
const ok = (messages: readonly string[], status = 'draft') => ({
  save_changelist: {
    __typename: 'SaveChangelistOk',
    changelist: {
      __typename: 'Changelist',
      ...DRAFT_HEAD,
      status,
      version: 5,
      files: STORED.map((file) => ({ __typename: 'File', ...file })),
    },
    compilation_result: {
      __typename: 'CompilationResult',
      messages: messages.map((type) => ({ __typename: 'CompilationMessage', type })),
    },
    flows: [],
  },
});
const refused = (name: string, message: string, more = {}) => ({
  save_changelist: { __typename: name, message, ...more },
});

it.each([
  ['Save', [], 'Draft Saved'],
  ['Save', ['info'], 'Draft Saved'],
  ['Save', ['warning'], 'Draft Saved with some warnings.'],
  ['Test', ['beta'], 'Draft Saved and Tests Started with some warnings.'],
  ['Test', [], 'Draft Saved and Tests Started'],
  ['Publish', [], 'Draft Published'],
  ['Publish', ['warning'], 'Draft Published with some warnings.'],
])('%s with %j says "%s"', { tags: 'spec:editor-warnings' }, async (name, messages, text) => {
  const { page, files } = open(ok(messages));
  await page.user.click(screen.getByRole('button', { name }));
  await screen.findByText(text);
  await screen.findByText(/draft 5/);
  expect(files.changes()).toEqual([]);
});

it('sends the changed files with the version that was read, and what is tested', async () => {
  const { page } = open(ok([]));
  await page.user.click(screen.getByRole('button', { name: 'Test' }));
  await screen.findByText('Draft Saved and Tests Started');
  expect(page.requests.map(({ variables }) => variables)).toEqual([
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
  const { page } = open(ok([]), false);
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('There are no changes to Save.');
  expect(page.requests).toEqual([]);
});

it.each([
  ['Save', refused('CompilationErrors', 'x'), 'Fix Validation Errors.'],
  ['Test', refused('CompilationErrors', 'x'), 'Cannot initiate Test - Fix Validation Errors.'],
  ['Publish', refused('CompilationErrors', 'x'), 'Cannot Publish - Fix Validation Errors.'],
  ['Save', refused('ConflictError', 'The file is too large.'), 'The file is too large.'],
  ['Save', refused('ConflictError', ''), 'There was a problem saving the Draft'],
  ['Save', new Error('The database is away.'), 'The database is away.'],
])('%s that is refused keeps the changes and says "%#"', async (name, answer, text) => {
  const { page, files } = open(answer);
  await page.user.click(screen.getByRole('button', { name }));
  await screen.findByText(text);
  expect(files.changes()).toHaveLength(1);
});

it('reads the page again when the draft was published meanwhile', { tags: 'spec:cannot-act' }, async () => {
  const { page } = open(refused('ConflictError', PREVIOUSLY_PUBLISHED));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Cannot act on previously published changelist');
  await screen.findByText(/outdated/);
});

it('asks what becomes of changes when somebody else has saved the draft, or published another', async () => {
  const stale = { version: 9, updated_on: '2026-11-20T09:00:00.000Z', updated_by: null };
  const first = open(refused('StaleChangelistError', 'x', stale));
  await first.page.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/stale/);
  first.page.unmount();
  const second = open(refused('NeedsMergeError', 'x'));
  await second.page.user.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText(/overwrite/);
});

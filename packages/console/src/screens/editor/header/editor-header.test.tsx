import { browserName } from '@switchboard/model/presentation/device-name';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildChangelist, buildSummary } from '../../../../test/build-changelist.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { EditorHeader } from './editor-header.tsx';

const NOTHING = (): undefined => undefined;

function open(status: string, permissions: readonly ('view' | 'develop-scripts' | 'publish-scripts')[]) {
  const summary = [buildSummary({ purpose: 'proof', unfinished: 2, succeeded: 0, failed: 1 })];
  const row = buildChangelist({ id: 'v1', description: 'Costs', status, needs_merge: status === 'draft' });
  const head = { ...row, archived: false, version: 1, branched_from: 'v0', flow_summary: summary };
  return renderPage({
    element: (
      <EditorHeader
        head={head}
        isEditable={status === 'draft' && permissions.includes('develop-scripts')}
        unsaved={0}
        isSaving={false}
        onRenamed={NOTHING}
        onSave={NOTHING}
        onTest={NOTHING}
        onPublish={NOTHING}
        onHelp={NOTHING}
        closeTo="/app/acme/scripts/drafts"
        slot={NOTHING}
      />
    ),
    session: { permissions: new Set(permissions) },
    answers: {
      BranchChangelist: () => ({ branch_changelist: buildChangelist({ id: 'd9', description: 'Branched' }) }),
      EditorDraft: () => ({ changelist: null, published_changelist: null }),
    },
  });
}

it('the header has the description, the state of the draft and its commands', { tags: 'spec:editor-header' }, () => {
  open('draft', ['view', 'develop-scripts', 'publish-scripts']);
  screen.getByRole('button', { name: 'Edit description: Costs' });
  screen.getByText('Needs merge');
  screen.getByText('2 running');
  screen.getByText('1 failed');
  screen.getByRole('link', { name: 'Test Runs' });
  for (const name of ['Save', 'Test', 'Publish']) screen.getByRole('button', { name });
  screen.getByRole('link', { name: 'Close the editor' });
  expect(screen.queryByRole('button', { name: 'New draft' })).toBeNull();
});

it.each(['running', 'replaced', 'archived'])(
  'branches a draft from a version that is %s',
  {
    tags: 'spec:editor-default-description',
  },
  async (status) => {
    const page = open(status, ['view', 'develop-scripts']);
    await page.user.click(screen.getByRole('button', { name: 'New draft' }));
    await screen.findByText('Draft Created');
    expect(page.sent('BranchChangelist')[0]).toEqual({
      id: 'v1',
      description: `Version Created on ${browserName(navigator.userAgent)}`,
    });
    await waitFor(() => expect(page.path()).toBe('scripts/editor/d9/'));
  },
);

it('offers no draft to people who only read', () => {
  open('running', ['view']);
  expect(screen.queryByRole('button', { name: 'New draft' })).toBeNull();
});

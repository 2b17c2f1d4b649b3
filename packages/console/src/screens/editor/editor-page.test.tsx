import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';

const ID = '01a21796-94a6-7d9a-a6f6-14cc686fca46';

it('says that it loads the draft', { tags: 'spec:editor-loading' }, () => {
  renderPage({ element: <EditorSkeleton /> });
  screen.getByText('Loading Draft...');
});

it('names a changelist that does not exist', { tags: 'spec:editor-route' }, async () => {
  renderPage({
    hasShell: true,
    path: `scripts/editor/${ID}/ads/orders.sbs`,
    answers: { EditorDraft: () => ({ changelist: null, published_changelist: null }) },
  });
  await screen.findByText(`No data returned for changelist: ${ID}`);
  // It is shown over the whole window.
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('shows why a draft could not be loaded, with Retry', async () => {
  const page = renderPage({
    path: `scripts/editor/${ID}`,
    answers: { EditorDraft: () => new Error('The database is away.') },
  });
  await screen.findByText('The database is away.');
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(page.sent('EditorDraft')).toHaveLength(2));
});

it.each([
  ['editor/scripts?type=testRun', 'scripts/tests'],
  ['editor/scripts', 'scripts/drafts'],
])('%s leads to %s', async (from, to) => {
  const page = renderPage({ path: from });
  await waitFor(() => expect(page.path()).toBe(to));
});

import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { DraftReviewPartsFragment } from '../../../api/generated/graphql.ts';
import { ReviewPanel } from './review-panel.tsx';
import type { Thread } from './review-texts.ts';
import type { ReviewActions } from './use-review-actions.ts';

const ANN = { id: 'ann', name: 'Ann' };
const AT = '2026-11-20T09:00:00Z';

function buildThread(patch: Partial<Thread> = {}): Thread {
  const common = { id: 't1', body: 'Why?', created: AT, created_by: ANN, edited: null, deleted: null, is_mine: false };
  const place = { original_path: 'a.sbs', original_line: 2, path: 'a.sbs', line: 3, outdated: false };
  const thread = { ...common, ...place, resolved: null, resolved_by: null, replies: [], ...patch };
  return thread;
}

function buildReview(patch: Partial<DraftReviewPartsFragment['review']> = {}): DraftReviewPartsFragment['review'] {
  return { is_required: true, state: 'none', publish_problem: null, answer_problem: null, history: [], ...patch };
}

function open({
  comments = [],
  review = buildReview(),
  isReadOnly = false,
  isUnsaved = false,
}: {
  readonly comments?: readonly Thread[];
  readonly review?: DraftReviewPartsFragment['review'];
  readonly isReadOnly?: boolean;
  readonly isUnsaved?: boolean;
}) {
  const calls: string[] = [];
  const record =
    (name: string) =>
    async (...values: readonly unknown[]) => {
      calls.push([name, ...values].join(' '));
      return true;
    };
  const actions: ReviewActions = {
    isPending: false,
    comment: record('comment'),
    reply: record('reply'),
    edit: record('edit'),
    remove: record('remove'),
    resolve: record('resolve'),
    request: record('request'),
    answer: record('answer'),
  };
  const draft: DraftReviewPartsFragment = {
    id: 'd1',
    version: 3,
    open_comments: comments.filter(({ resolved }) => resolved === null).length,
    approved_by: null,
    approved_on: null,
    comments: [...comments],
    review,
  };
  const page = renderPage({
    session: { permissions: new Set(['view', 'develop-scripts'] as const) },
    element: (
      <ReviewPanel
        draft={draft}
        actions={isReadOnly ? undefined : actions}
        isUnsaved={isUnsaved}
        place={null}
        onPlace={() => undefined}
        onChooseLine={undefined}
        activeId={null}
        onOpen={({ path, line }) => calls.push(`open ${path}:${line}`)}
        onSettings={() => undefined}
        onClose={() => undefined}
      />
    ),
  });
  return { ...page, calls };
}

it('shows where comments are now, which are outdated, and resolved ones on demand', async () => {
  const { user, calls } = open({
    comments: [
      buildThread(),
      buildThread({ id: 't2', body: 'Gone?', path: null, line: null, outdated: true }),
      buildThread({ id: 't3', body: 'Done.', path: null, original_path: null, resolved: AT, resolved_by: ANN }),
      buildThread({
        id: 't4',
        path: null,
        original_path: null,
        body: '',
        deleted: AT,
        replies: [buildThread({ id: 'r1', body: 'Still here' })],
      }),
    ],
  });
  await user.click(screen.getByRole('button', { name: 'a.sbs:3' }));
  expect(calls).toEqual(['open a.sbs:3']);
  screen.getByText('a.sbs:2 (outdated)');
  screen.getByText('This comment was deleted.');
  screen.getByText('Still here');
  screen.getByRole('heading', { name: '3 comments open' });
  expect(screen.queryByText('Done.')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Show resolved (1)' }));
  screen.getByText('Resolved by Ann');
  await user.click(screen.getByRole('button', { name: 'Reopen' }));
  expect(calls.at(-1)).toBe('resolve t3 false');
});

it('lets people answer every comment, and change and delete their own after a question', async () => {
  const { user, calls } = open({
    comments: [buildThread({ is_mine: true }), buildThread({ id: 't2', body: 'Not mine' })],
  });
  const [mine, other] = screen.getAllByRole('listitem', { name: 'Comment of Ann' });
  expect(within(other as HTMLElement).queryByRole('button', { name: 'Edit' })).toBeNull();
  const own = within(mine as HTMLElement);
  await user.click(own.getByRole('button', { name: 'Edit' }));
  await user.type(own.getByRole('textbox', { name: 'Edit comment' }), ' Because{Control>}{Enter}{/Control}');
  await user.click(await own.findByRole('button', { name: 'Delete' }));
  await user.click(own.getByRole('button', { name: 'Delete comment' }));
  await user.click(own.getByRole('button', { name: 'Reply' }));
  await user.type(own.getByRole('textbox', { name: 'Answer' }), 'So{Escape}');
  expect(own.queryByRole('textbox', { name: 'Answer' })).toBeNull();
  await user.click(own.getByRole('button', { name: 'Reply' }));
  await user.type(own.getByRole('textbox', { name: 'Answer' }), 'So{Control>}{Enter}{/Control}');
  expect(calls).toEqual(['edit t1 Why? Because', 'remove t1', 'reply t1 So']);
});

it('offers no review of unsaved or own files, and nothing to people who only read', () => {
  const first = open({ isUnsaved: true });
  for (const name of ['Approve', 'Ask for changes', 'Request review'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  first.unmount();
  const problem = 'You created this draft: another person must review it.';
  const second = open({ review: buildReview({ answer_problem: problem }) });
  screen.getByText(problem);
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  second.unmount();
  open({ isReadOnly: true, comments: [buildThread({ is_mine: true })] });
  expect(screen.queryByRole('textbox')).toBeNull();
  for (const name of ['Reply', 'Resolve', 'Edit', 'Request review'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('switch').disabled).toBe(true);
});

it('answers with a note, and marks what a later version has withdrawn', async () => {
  const entry = { kind: 'approved', note: 'Fine', created: AT, person: ANN };
  const { user, calls } = open({
    review: buildReview({
      history: [
        { ...entry, version: 3 },
        { ...entry, created: '2026-11-19T09:00:00Z', version: 2 },
      ],
    }),
  });
  const [present, former] = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(present).toMatch(/^Ann approved version 3 · /);
  expect(present).not.toContain('withdrawn');
  expect(former).toMatch(/^Ann approved version 2 · .* · withdrawn by a later version/);
  await user.type(screen.getByRole('textbox', { name: 'Note (optional)' }), 'Good');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(calls).toEqual(['answer approve Good']);
});

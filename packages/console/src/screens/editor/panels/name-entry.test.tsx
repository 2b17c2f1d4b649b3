import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { NameEntry } from './name-entry.tsx';

function open() {
  const done = { confirm: vi.fn(), cancel: vi.fn(), problem: vi.fn() };
  const { user } = renderPage({
    element: (
      <NameEntry
        entry={{ kind: 'file', initial: '' }}
        paths={['main.sbs']}
        onProblem={done.problem}
        onConfirm={done.confirm}
        onCancel={done.cancel}
      />
    ),
  });
  return { user, ...done };
}

it('confirms a name by Enter', { tags: 'spec:editor-file-name-keys' }, async () => {
  const { user, confirm } = open();
  await user.type(screen.getByLabelText('New file'), ' ads.sbs {Enter}');
  expect(confirm.mock.calls).toEqual([['ads.sbs']]);
});

it('Escape cancels the entry of a name', { tags: 'spec:editor-file-name-keys' }, async () => {
  const { user, confirm, cancel } = open();
  await user.type(screen.getByLabelText('New file'), 'ads.sbs{Escape}');
  expect(cancel).toHaveBeenCalledOnce();
  expect(confirm).not.toHaveBeenCalled();
});

it.each(['', 'main.sbs', '$ads.sbs'])(
  'keeps the name "%s" from being saved',
  {
    tags: 'spec:editor-name-blocks',
  },
  async (name) => {
    const { user, confirm, problem } = open();
    await user.type(screen.getByLabelText('New file'), `${name}{Enter}`);
    expect(confirm).not.toHaveBeenCalled();
    expect(problem.mock.calls.at(-1)).toEqual([expect.any(String)]);
  },
);

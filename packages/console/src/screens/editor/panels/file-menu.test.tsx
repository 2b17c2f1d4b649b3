import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { FileMenu } from './file-menu.tsx';

const FILE = { path: 'ads/orders.sbs', name: 'orders.sbs', level: 2, position: 1, siblings: 1, isOpen: null };
const upload = (name: string, test: boolean) => ({ name, test });

function open(uploads: readonly { readonly name: string; readonly test: boolean }[]) {
  const button = document.body.appendChild(document.createElement('button'));
  onTestFinished(() => button.remove());
  const act = { edit: vi.fn(), remove: vi.fn(), compare: vi.fn() };
  const page = renderPage({
    element: (
      <FileMenu
        button={button}
        line={FILE}
        isDeleted={false}
        uploads={uploads as Parameters<typeof FileMenu>[0]['uploads']}
        onClose={() => undefined}
        onAdd={() => undefined}
        onEdit={act.edit}
        onDelete={act.remove}
        onRestore={() => undefined}
        onCompare={act.compare}
      />
    ),
  });
  return { page, act };
}

it('edits, deletes and compares a file', {
  tags: ['spec:editor-file-menu', 'spec:editor-file-menu-permission'],
}, async () => {
  const { page, act } = open([]);
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Edit', 'Delete', 'Compare Changes']);
  for (const item of items) await page.user.click(item);
  for (const called of Object.values(act)) expect(called).toHaveBeenCalledOnce();
});

it.each([
  [[], 'Declares no uploads'],
  [[upload('a', false)], '1 upload, none with a test destination'],
  [[upload('a', true), upload('b', false)], '2 uploads, 1 with a test destination'],
])('says which uploads %j have a target in test runs', { tags: 'spec:editor-file-menu' }, async (uploads, text) => {
  open(uploads);
  await screen.findByText(text);
});

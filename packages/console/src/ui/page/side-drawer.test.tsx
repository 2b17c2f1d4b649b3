import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { setupUser } from '../../../test/setup-user.ts';
import { DrawerTitle, SideDrawer } from './side-drawer.tsx';

const calls: string[] = [];

function Page({ isLast = false }: { readonly isLast?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [width, setWidth] = useState<number | null>(null);
  const steps = {
    noun: 'download',
    previous: () => calls.push('previous'),
    next: isLast ? undefined : () => calls.push('next'),
  };
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => calls.push('list')}>
        In the list
      </button>
      {isOpen && (
        <SideDrawer
          steps={steps as never}
          width={width}
          onWidthChange={(next) => {
            calls.push(`width ${next}`);
            setWidth(next);
          }}
          onClose={() => setIsOpen(false)}
        >
          <DrawerTitle>Uploads for download orders</DrawerTitle>
          <input aria-label="Comment" />
        </SideDrawer>
      )}
    </MantineProvider>
  );
}

async function open(isLast = false) {
  calls.length = 0;
  const user = setupUser();
  render(<Page isLast={isLast} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return { user, drawer: screen.getByRole('dialog', { name: 'Uploads for download orders' }) };
}

it('takes the focus, leaves the page usable, and returns the focus when Escape closes it', async () => {
  const { user, drawer } = await open();
  expect(document.activeElement).toBe(drawer);
  await user.click(screen.getByRole('button', { name: 'In the list' }));
  expect(calls).toEqual(['list']);
  expect(drawer.hasAttribute('aria-modal')).toBe(false);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

it('goes to the next and the previous row by j, k and arrows, but not from a text field', async () => {
  const { user } = await open();
  await user.keyboard('jk{ArrowDown}{ArrowUp}');
  expect(calls).toEqual(['next', 'previous', 'next', 'previous']);
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'jk');
  expect(calls).toHaveLength(4);
});

it('keeps the focus on a step that leads no further', async () => {
  const { user } = await open(true);
  const next = screen.getByRole('button', { name: 'Next download' });
  await user.click(next);
  await user.keyboard('j');
  expect(calls).toEqual([]);
  expect(document.activeElement).toBe(next);
  expect(next.getAttribute('aria-disabled')).toBe('true');
});

it('the keyboard widens and narrows the drawer, within its limits', async () => {
  const { user } = await open();
  const edge = screen.getByRole('separator', { name: 'Width of the drawer' });
  edge.focus();
  await user.keyboard('{ArrowLeft}{ArrowRight}{Home}{ArrowRight}{End}');
  expect(calls).toEqual(['width 776', 'width 760', 'width 400', 'width 400', 'width 1400']);
  expect(edge.getAttribute('aria-valuenow')).toBe('1400');
});

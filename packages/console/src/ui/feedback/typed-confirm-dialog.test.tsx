import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { TypedConfirmDialog } from './typed-confirm-dialog.tsx';

function open(succeeds: boolean) {
  const calls: string[] = [];
  const { user } = renderPage({
    element: (
      <TypedConfirmDialog
        title="Delete the key?"
        name="warehouse"
        confirmLabel="Delete Key"
        onClose={() => calls.push('closed')}
        onConfirm={async () => {
          calls.push('confirmed');
          return succeeds;
        }}
      >
        Downloads that use it stop.
      </TypedConfirmDialog>
    ),
  });
  return { user, calls };
}

const confirm = (): HTMLButtonElement => screen.getByRole('button', { name: 'Delete Key' });

it('confirms once the name is typed exactly', async () => {
  const { user, calls } = open(true);
  const field = await screen.findByLabelText('Type warehouse to confirm');
  await user.type(field, 'Warehouse{Enter}');
  expect(confirm().disabled).toBe(true);
  await user.clear(field);
  await user.type(field, 'warehouse{Enter}');
  await waitFor(() => expect(calls).toEqual(['confirmed', 'closed']));
});

it('stays open when the action fails', async () => {
  const { user, calls } = open(false);
  await user.type(await screen.findByLabelText('Type warehouse to confirm'), 'warehouse');
  await user.click(confirm());
  await waitFor(() => expect(calls).toEqual(['confirmed']));
  expect(confirm().disabled).toBe(false);
});

import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setupUser } from '../../../test/setup-user.ts';
import { SessionExpiryDialog } from './session-expiry-dialog.tsx';

function renderDialog(signIn: () => Promise<boolean>) {
  const outcomes: string[] = [];
  render(
    <MantineProvider env="test">
      <SessionExpiryDialog
        signIn={signIn}
        onSignedIn={() => outcomes.push('signed in')}
        onLeave={() => outcomes.push('left')}
      />
    </MantineProvider>,
  );
  return { outcomes, user: setupUser() };
}

it('goes on once the person has signed in', async () => {
  const { outcomes, user } = renderDialog(async () => true);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(outcomes).toEqual(['signed in']));
});

it('the dialog does not save the input of one person as another', async () => {
  const { outcomes, user } = renderDialog(async () => false);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Another person has signed in.');
  expect(outcomes).toEqual([]);
});

it('says how to open the window when the browser blocks it', async () => {
  const { outcomes, user } = renderDialog(async () => {
    throw new Error('Attempted to navigate on a disposed window');
  });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Allow pop-up windows');
  await user.click(screen.getByRole('button', { name: 'Discard input and leave' }));
  expect(outcomes).toEqual(['left']);
});

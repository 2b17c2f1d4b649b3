import { Button } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { SavePreferenceDocument } from './generated/documents/preferences.ts';
import { useMutationAction } from './use-mutation-action.ts';

function SaveButton() {
  const { run, isPending } = useMutationAction(SavePreferenceDocument, {
    done: () => 'The preference was saved.',
    problem: (data) => (data.savePreference.value === 'refused' ? 'The preference was refused.' : null),
  });
  return (
    <Button aria-busy={isPending} onClick={() => void run({ name: 'mode', value: 'dark' })}>
      Save
    </Button>
  );
}

/** Renders a button whose mutation gives this value, once it is answered. */
function renderButton(answer: () => unknown) {
  const answers = { SavePreference: () => answer() };
  const page = renderPage({ element: <SaveButton />, answers });
  const save = screen.getByRole('button', { name: 'Save' });
  return { page, save };
}

const saved = (value: string) => ({ savePreference: { __typename: 'Preference', name: 'mode', value } });

it('sends a change once, however often it is clicked, and shows the outcome', async () => {
  const { page, save } = renderButton(() => saved('dark'));
  save.click();
  save.click();
  await screen.findByText('The preference was saved.');
  expect(page.requests).toHaveLength(1);
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('false'));
  await page.user.click(save);
  await waitFor(() => expect(page.requests).toHaveLength(2));
});

it('shows why the server refused the change', async () => {
  const { page, save } = renderButton(() => saved('refused'));
  await page.user.click(save);
  await screen.findByText('The preference was refused.');
  expect(screen.queryByText('The preference was saved.')).toBeNull();
});

it('shows the failure of a request', async () => {
  const { page, save } = renderButton(() => new Error('The mode is not known.'));
  await page.user.click(save);
  await screen.findByText('The mode is not known.');
});

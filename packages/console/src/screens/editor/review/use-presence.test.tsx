import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { usePresence } from './use-presence.ts';

function Tab() {
  const [isEditing, setIsEditing] = useState(false);
  const { others, own_tabs: own } = usePresence('d1', isEditing);
  return (
    <button type="button" onClick={() => setIsEditing(!isEditing)}>
      {others.map(({ person }) => person?.name).join(', ')} and {own} tabs
    </button>
  );
}

it('enters at once, reports when editing begins, and leaves when the draft is closed or the page hidden', async () => {
  const ben = { __typename: 'Person', id: 'ben', name: 'Ben' };
  const present = { __typename: 'PresentPerson', person: ben, is_editing: false, expires_in: 90 };
  const page = renderPage({
    element: <Tab />,
    answers: {
      EnterDraft: () => ({ enter_changelist: { __typename: 'DraftPresence', own_tabs: 1, others: [present] } }),
      LeaveDraft: () => ({ leave_changelist: true }),
    },
  });
  await screen.findByText('Ben and 1 tabs');
  await page.user.click(screen.getByRole('button'));
  await waitFor(() => expect(page.sent('EnterDraft').map(({ editing }) => editing)).toEqual([false, true]));
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(page.sent('LeaveDraft')).toHaveLength(1));
  window.dispatchEvent(new Event('pageshow'));
  await waitFor(() => expect(page.sent('EnterDraft')).toHaveLength(3));
  page.unmount();
  await waitFor(() => expect(page.sent('LeaveDraft')).toHaveLength(2));
  expect(new Set(page.requests.map(({ variables }) => variables['tab'])).size).toBe(1);
});

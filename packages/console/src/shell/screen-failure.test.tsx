import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { buildFilterOptions, buildUploads } from '../../test/build-rows.ts';
import { renderPage } from '../../test/render-page.tsx';
import type { Screen } from '../screens/screen.ts';
import { SCREENS } from '../screens.ts';
import { AppShell } from './app-shell.tsx';
import { ScreenRoute } from './screen-route.tsx';

const uploads = SCREENS.find(({ path }) => path === 'uploads/list');

/** A screen that throws when it is rendered for the first time, and works after its code is loaded again. */
function buildBrokenScreen(): Screen {
  let loads = 0;
  const Broken = (): never => {
    throw new Error('The screen has a defect.');
  };
  const Working = () => <h1>Works again</h1>;
  return {
    path: 'broken',
    title: 'Broken',
    permission: 'view',
    load: async () => {
      loads += 1;
      return loads === 1 ? Broken : Working;
    },
  };
}

function renderBrokenScreen() {
  if (uploads === undefined) throw new Error('There is no screen of uploads.');
  return renderPage({
    hasShell: true,
    path: 'broken',
    answers: { Uploads: () => buildUploads(), FilterOptions: () => buildFilterOptions() },
    element: (
      <AppShell fallback={null}>
        <Routes>
          <Route path="broken" element={<ScreenRoute screen={buildBrokenScreen()} />} />
          <Route path="uploads/list" element={<ScreenRoute screen={uploads} />} />
        </Routes>
      </AppShell>
    ),
  });
}

it('shows the generic error screen with Refresh and Home inside the shell', { tags: 'spec:error-screen' }, async () => {
  renderBrokenScreen();
  const heading = await screen.findByRole('heading', { name: /Uh-oh!/ });
  expect(heading.parentElement?.textContent).toMatch(
    /^Uh-oh! Something went wrong\.\s*Please try again, or contact support if the problem persists\./,
  );
  screen.getByRole('button', { name: 'Refresh' });
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  screen.getByRole('navigation', { name: 'Main' });
  expect(screen.getAllByRole('main')).toHaveLength(1);
});

it('leaves the error behind on other screens, and loads the screen again on the next visit', async () => {
  const page = renderBrokenScreen();
  await screen.findByRole('heading', { name: /Uh-oh!/ });
  await page.user.click(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Uploads' }),
  );
  await screen.findByRole('heading', { level: 1, name: 'Uploads' });
  expect(screen.queryByText(/Uh-oh!/)).toBeNull();
  await page.goBack();
  await screen.findByRole('heading', { name: 'Works again' });
});

it('moves the focus to the heading of the next screen, not of the first', async () => {
  const page = renderBrokenScreen();
  await screen.findByRole('heading', { name: /Uh-oh!/ });
  expect(document.activeElement).toBe(document.body);
  await page.user.keyboard('gu');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Uploads' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { recordSavedFiles } from '../../../test/saved-files.ts';
import { ExportPanel } from './export-panel.tsx';

it('the definitions of an account are saved, and a failure is shown', async () => {
  const saved = recordSavedFiles();
  const answers = [new Response('', { status: 500 }), new Response('{"kind":"account"}\n')];
  const page = renderPage({
    path: '',
    element: <ExportPanel urlName="globex" />,
    answers: { '/api/globex/export': () => answers.shift() },
  });
  const button = await screen.findByRole('button', { name: 'Export account' });
  await page.user.click(button);
  await screen.findByText(/^Error exporting the account/);
  await page.user.click(button);
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['globex.jsonl']));
});

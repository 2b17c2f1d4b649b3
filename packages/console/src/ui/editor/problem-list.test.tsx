import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import type { Diagnostic } from './diagnostic.ts';
import type { Monaco } from './monaco/load-monaco.ts';
import { keepMarkers } from './monaco/markers.ts';
import { ProblemList } from './problem-list.tsx';

const problem = (path: string, line: number, severity: Diagnostic['severity']): Diagnostic => ({
  path,
  line,
  column: 3,
  endLine: line,
  endColumn: 9,
  severity,
  message: `${severity} in ${path}`,
});

it('lists problems by file, and opens a file at the line of a message', { tags: 'spec:editor-problems' }, async () => {
  const opened = vi.fn();
  const diagnostics = [problem('b.sbs', 4, 'warning'), problem('a.sbs', 7, 'error')];
  const { user } = renderPage({ element: <ProblemList diagnostics={diagnostics} onOpen={opened} /> });
  screen.getByText('Problems (2)');
  for (const path of ['a.sbs', 'b.sbs']) screen.getByText(path);
  await user.click(screen.getByRole('button', { name: /warning in b\.sbs/ }));
  expect(opened).toHaveBeenCalledWith(expect.objectContaining({ path: 'b.sbs', line: 4 }));
});

it('marks errors, warnings and infos as such, and beta messages as warnings', {
  tags: 'spec:marker-severities',
}, () => {
  const marked = vi.fn<(model: unknown, owner: string, markers: readonly { readonly severity: number }[]) => void>();
  const model = { uri: { authority: 'd1', path: '/a.sbs' } };
  const monaco = {
    MarkerSeverity: { Error: 8, Warning: 4, Info: 2 },
    editor: {
      getModels: () => [model],
      onDidCreateModel: () => ({ dispose: () => undefined }),
      setModelMarkers: marked,
    },
  };
  const severities = ['error', 'warning', 'info', 'beta'] as const;
  const diagnostics = severities.map((severity, index) => problem('a.sbs', index + 1, severity));
  keepMarkers(monaco as unknown as Monaco, 'd1', diagnostics)();
  const [, , markers = []] = marked.mock.calls[0] ?? [];
  expect(markers.map(({ severity }) => severity)).toEqual([8, 4, 2, 4]);
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownload, buildTransfers } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';
import type { SavedView } from './use-saved-views.ts';

const person = (id: string, name: string) => ({ __typename: 'Person', id, name });
const build = (patch: Partial<SavedView>) => ({
  __typename: 'SavedView',
  id: 'v1',
  name: 'Night shift',
  query: 'status=failed',
  is_own: true,
  owner: person('p1', 'Jo Doe'),
  ...patch,
});
const mine = build({});
const theirs = build({
  id: 'v2',
  name: 'Sales',
  query: 'projects=sales',
  is_own: false,
  owner: person('p2', 'Olivia'),
});

/** A server that keeps views. */
function keepViews(...kept: SavedView[]): Answers {
  const views = new Map(kept.map((view) => [view.id, view]));
  return {
    ...buildTransfers([buildDownload({ id: 'd1', name: 'orders' })], []),
    SavedViews: () => ({ saved_views: { __typename: 'SavedViewConnection', nodes: [...views.values()] } }),
    SaveView: ({ name, query }) => {
      const saved = build({ id: `v${views.size + 1}`, name: String(name), query: String(query) });
      views.set(saved.id, saved);
      return { save_view: saved };
    },
    RenameView: ({ id, name }) => {
      const renamed = { ...mine, ...views.get(String(id)), name: String(name) };
      views.set(renamed.id, renamed);
      return { rename_view: renamed };
    },
    DeleteView: ({ id }) => {
      const view = views.get(String(id));
      views.delete(String(id));
      return { delete_view: view };
    },
  };
}

async function open(query: string, answers: Answers): Promise<RenderedPage> {
  const page = renderPage({ path: `downloads/list${query}`, answers });
  await rowOf('orders');
  await page.user.click(screen.getByRole('button', { name: 'Views' }));
  return page;
}

describe('the views of a list', () => {
  it('open with their filters, marked while they apply', async () => {
    const page = await open('?status=failed', keepViews(mine, theirs));
    const current = await screen.findByRole('link', { name: 'Night shift' });
    expect(current.getAttribute('aria-current')).toBe('true');
    await page.user.click(screen.getByRole('link', { name: 'Sales Olivia' }));
    await waitFor(() => expect(page.path()).toBe('downloads/list?projects=sales'));
    screen.getByRole('button', { name: 'Project: sales' });
    expect(screen.queryByRole('list', { name: 'Saved views' })).toBeNull();
  });

  it('the views of a list are saved with the filters and the order, without the open drawer', async () => {
    const page = await open('?status=failed&sortBy=STARTED', keepViews());
    await screen.findByText('No views yet');
    await page.user.type(screen.getByRole('textbox', { name: 'Save the current filters as' }), ' Late ones {Enter}');
    await screen.findByRole('link', { name: 'Late ones' });
    expect(page.requests).toContainEqual({
      operation: 'SaveView',
      variables: { list: 'downloads', name: 'Late ones', query: 'sortBy=STARTED&status=failed' },
    });
  });

  it('the views of a list have a name that is not cut: one that is too long stays, with the reason', async () => {
    const page = await open('?status=failed', keepViews(mine));
    const field = await screen.findByRole('textbox', { name: 'Save the current filters as' });
    await page.user.click(field);
    await page.user.paste('x'.repeat(101));
    await page.user.keyboard('{Enter}');
    screen.getByText('A name has at most 100 characters, this one has 101.');
    expect(field).toHaveProperty('value', 'x'.repeat(101));
    expect(screen.getByRole('button', { name: 'Save view' })).toHaveProperty('disabled', true);
    await page.user.click(screen.getByRole('button', { name: 'Rename Night shift' }));
    const rename = screen.getByRole('textbox', { name: 'New name of Night shift' });
    await page.user.clear(rename);
    await page.user.type(rename, ' {Enter}');
    screen.getByText('A view needs a name.');
    await page.user.paste('a\0b');
    await page.user.keyboard('{Enter}');
    screen.getByText('A name cannot contain the NUL character. Remove it.');
    expect(page.sent('SaveView')).toEqual([]);
    expect(page.sent('RenameView')).toEqual([]);
  });

  it('need a filter or an order', async () => {
    await open('', keepViews());
    await screen.findByText('Set a filter or an order first.');
    expect(screen.getByRole('button', { name: 'Save view' })).toHaveProperty('disabled', true);
  });

  it('the views of a list are renamed by their owner', async () => {
    const page = await open('', keepViews(mine, theirs));
    await page.user.click(await screen.findByRole('button', { name: 'Rename Night shift' }));
    const field = screen.getByRole('textbox', { name: 'New name of Night shift' });
    await page.user.clear(field);
    await page.user.type(field, 'Day shift{Enter}');
    await screen.findByRole('link', { name: 'Day shift' });
    expect(screen.queryByRole('button', { name: 'Rename Sales' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Sales' })).toBeNull();
  });

  it('the views of a list are deleted by their owner after a question', async () => {
    const page = await open('', keepViews(mine, theirs));
    await page.user.click(await screen.findByRole('button', { name: 'Delete Night shift' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this view?' });
    await page.user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('View Night shift deleted.');
    await page.user.click(screen.getByRole('button', { name: 'Views' }));
    await screen.findByRole('link', { name: 'Sales Olivia' });
    expect(screen.queryByRole('link', { name: 'Night shift' })).toBeNull();
  });

  it('show why one could not be saved', async () => {
    const full = { __typename: 'ConflictError', message: 'The list has 200 views already. Delete one of yours first.' };
    const page = await open('?status=failed', { ...keepViews(), SaveView: () => ({ save_view: full }) });
    const field = await screen.findByRole('textbox', { name: 'Save the current filters as' });
    await page.user.type(field, 'One more{Enter}');
    await screen.findByText(full.message);
    expect(field).toHaveProperty('value', 'One more');
  });
});

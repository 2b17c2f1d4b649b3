import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAsset, buildAssetGraph } from '../../../test/build-asset.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

const GRAPH = buildAssetGraph([
  buildAsset(),
  buildAsset({ id: 'download:sites', name: 'sites', level: 'Error', message: 'sites: the key was rejected.' }),
  buildAsset({ id: 'table:totals', kind: 'table', name: 'totals', level: 'Error', message: null, inputs: [0, 1] }),
  buildAsset({ id: 'upload:daily', kind: 'upload', name: 'daily', destination: 'S3 · daily.csv', inputs: [2] }),
]);
const ANSWERS: Answers = { AssetGraph: () => GRAPH };
const LIST = 'pipeline/graph?view=list';
const shown = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => row.dataset['rowId']);

const rowOf = (id: string): Promise<HTMLElement> =>
  waitFor(() => {
    const row = document.querySelector<HTMLElement>(`[data-row-id="${id}"]`);
    if (row === null) throw new Error(`There is no row ${id}.`);
    return row;
  });

describe('the asset graph', () => {
  it('lists every asset with its state, and what it is made from and feeds', async () => {
    renderPage({ path: LIST, answers: ANSWERS });
    const totals = within(await rowOf('table:totals'));
    totals.getByText('Input in error');
    totals.getByText('orders, sites');
    totals.getByText('daily');
    expect(shown()).toEqual(['download:orders', 'download:sites', 'table:totals', 'upload:daily']);
    expect(document.title).toBe('Asset graph · Acme Media · Switchboard');
  });

  it('shows only the chosen level and more serious ones, and keeps that in the address', async () => {
    const page = renderPage({ path: LIST, answers: ANSWERS });
    await rowOf('download:orders');
    await page.user.click(screen.getByRole('button', { name: '2 Error' }));
    await waitFor(() => expect(shown()).toEqual(['download:sites', 'table:totals']));
    expect(page.path()).toBe('pipeline/graph?view=list&status=Error');
  });

  it('opens an asset beside the list, with its message, its pages and its neighbours', async () => {
    const page = renderPage({ path: `${LIST}&asset=download%3Asites`, answers: ANSWERS });
    const drawer = within(await screen.findByRole('dialog', { name: 'sites' }));
    drawer.getByText('sites: the key was rejected.');
    expect(drawer.getByRole('link', { name: 'Open details' }).getAttribute('href')).toBe(
      '/app/acme/homepage-details?name=sites&type=download',
    );
    await page.user.click(within(drawer.getByRole('list', { name: 'Feeds' })).getByRole('button', { name: /totals/ }));
    const next = within(await screen.findByRole('dialog', { name: 'totals' }));
    expect(within(next.getByRole('list', { name: 'Made from' })).getAllByRole('listitem')).toHaveLength(2);
    expect(next.queryByRole('link', { name: 'Open details' })).toBeNull();
    await page.user.click(next.getByRole('button', { name: 'Close' }));
    expect(page.path()).toBe(LIST);
  });

  it('narrows the list to the neighbours of the open asset', async () => {
    const page = renderPage({ path: `${LIST}&asset=upload%3Adaily`, answers: ANSWERS });
    const drawer = within(await screen.findByRole('dialog', { name: 'daily' }));
    await page.user.click(drawer.getByRole('radio', { name: 'Upstream' }));
    await waitFor(() => expect(shown()).toEqual(['table:totals', 'upload:daily']));
    await page.user.click(drawer.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(shown()).toHaveLength(4));
    expect(page.path()).toBe(`${LIST}&asset=upload%3Adaily&focus=upstream&hops=all`);
  });

  it('leads from one match of a search to the next, and says where the graph cannot be drawn', async () => {
    const page = renderPage({ path: 'pipeline/graph?search=s3', answers: ANSWERS });
    const matches = within(await screen.findByRole('group', { name: 'Matches' }));
    matches.getByText('1 match');
    await page.user.click(matches.getByRole('button', { name: 'Next match' }));
    await screen.findByRole('dialog', { name: 'daily' });
    expect(page.path()).toBe('pipeline/graph?search=s3&asset=upload%3Adaily');
    // This document has no workers.
    screen.getByText('The graph could not be drawn.');
    screen.getByText('The list shows the same.');
  });

  it('explains the first step while nothing is published', async () => {
    const message = 'No scriptbook has been published. Publish some pipelines';
    renderPage({
      path: 'pipeline/graph',
      answers: { AssetGraph: () => ({ asset_graph: { __typename: 'NoPublishedScriptbook', message } }) },
    });
    await screen.findByText(message);
    expect(screen.getByRole('link', { name: 'Drafts' }).getAttribute('href')).toBe('/app/acme/scripts/drafts');
  });
});

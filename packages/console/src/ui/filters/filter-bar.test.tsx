import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { FilterBar } from './filter-bar.tsx';
import { type FilterSpec, filterParameters } from './filter-spec.ts';

const SPECS: readonly FilterSpec[] = [
  { kind: 'search', parameter: 'search', variable: 'search', placeholder: 'Search fruit' },
  { kind: 'choices', label: 'Colour', parameter: 'colour', variable: 'colour', options: 'colours', pinned: true },
  { kind: 'days', label: 'Harvested', start: 'from', end: 'to', after: 'after', before: 'before', pinned: true },
  { kind: 'flag', label: 'Ripe', parameter: 'ripe', variable: 'ripe', pinned: true },
  { kind: 'choices', label: 'Shop', parameter: 'shop', variable: 'shop', options: 'shops' },
  { kind: 'flag', label: 'On sale', parameter: 'sale', variable: 'sale' },
  { kind: 'link', label: 'Tree', parameter: 'tree', variable: 'tree' },
];
const PARAMETERS = filterParameters(SPECS);
const LOADED = { names: { colours: ['green', 'red', 'yellow'], shops: ['Market', 'Supermarket'] }, loading: false };

function Bar() {
  const [values, change] = useUrlState(PARAMETERS);
  return <FilterBar label="Fruit" specs={SPECS} values={values} onChange={change} loaded={LOADED} />;
}
const open = (query = '') => renderPage({ path: `fruit${query}`, element: <Bar /> });

it('draws each filter from its description', async () => {
  open();
  screen.getByRole('search', { name: 'Fruit filters' });
  screen.getByRole('searchbox', { name: 'Search fruit' });
  screen.getByRole('button', { name: 'Filter by Colour' });
  screen.getByRole('button', { name: 'Filter by Harvested' });
  await screen.findByRole('checkbox', { name: 'Ripe' });
  expect(screen.queryByText(/Tree|Shop|On sale/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
});

it('shows what the address sets, and clears one filter or all', async () => {
  const page = open('?search=app&colour=red&from=2020-01-01&to=2020-01-31&ripe=true&tree=7&tab=2');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'app');
  screen.getByRole('button', { name: 'Colour: red' });
  screen.getByRole('button', { name: /^Harvested: Jan 1/ });
  expect(await screen.findByRole('checkbox', { name: 'Ripe' })).toHaveProperty('checked', true);
  await page.user.click(screen.getByRole('button', { name: 'Clear Tree' }));
  await waitFor(() => expect(page.path()).not.toContain('tree'));
  await page.user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(page.path()).toBe('fruit?tab=2'));
});

it('writes what a person chooses into the address', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('checkbox', { name: 'Ripe' }));
  await page.user.click(screen.getByRole('button', { name: 'Filter by Colour' }));
  await page.user.click(await screen.findByRole('checkbox', { name: 'green' }));
  await page.user.type(screen.getByRole('searchbox'), 'pear{Enter}');
  await waitFor(() => expect(page.path()).toBe('fruit?ripe=true&colour=green&search=pear'));
});

it('keeps each of several quick clicks', async () => {
  const page = open();
  await page.user.click(screen.getByRole('button', { name: 'Filter by Colour' }));
  const boxes = within(await screen.findByRole('group', { name: 'Colour' })).getAllByRole('checkbox');
  // In one act: the router renders nothing in between.
  act(() => {
    for (const box of boxes) box.click();
  });
  for (const box of boxes) expect(box).toHaveProperty('checked', true);
  await waitFor(() => expect(page.path()).toBe('fruit?colour=green%2Cred%2Cyellow'));
});

it('names the first value of a filter and counts the others', () => {
  open('?colour=red,green,yellow');
  const chip = screen.getByRole('button', { name: 'Colour: red +2' });
  expect(chip.dataset['tip']).toBe('red, green, yellow');
});

it('adds a filter that is not pinned, and draws it while it is set', async () => {
  const page = open();
  await page.user.click(screen.getByRole('button', { name: 'Filter' }));
  await page.user.type(await screen.findByRole('combobox', { name: 'Find a filter' }), 'sho{Enter}');
  await page.user.click(await screen.findByRole('checkbox', { name: 'Market' }));
  await waitFor(() => expect(page.path()).toBe('fruit?shop=Market'));
  await page.user.keyboard('{Escape}');
  await page.user.click(screen.getByRole('button', { name: 'Clear Shop' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Shop/ })).toBeNull());
  expect(page.path()).toBe('fruit');
});

it('finds the values of all filters', async () => {
  const page = open('?colour=red');
  await page.user.click(screen.getByRole('button', { name: 'Filter' }));
  const field = await screen.findByRole('combobox', { name: 'Find a filter' });
  await page.user.type(field, 'MARKET');
  const found = screen.getAllByRole('option').map((option) => option.textContent);
  expect(found).toEqual(['Shop: Market', 'Shop: Supermarket']);
  await page.user.clear(field);
  await page.user.type(field, 'gree');
  await page.user.click(screen.getByRole('option', { name: 'Colour: green' }));
  await waitFor(() => expect(page.path()).toBe('fruit?colour=red%2Cgreen'));
  await page.user.click(screen.getByRole('button', { name: 'Filter' }));
  await page.user.click(await screen.findByRole('option', { name: 'On sale' }));
  await waitFor(() => expect(page.path()).toBe('fruit?colour=red%2Cgreen&sale=true'));
});

it('puts all filters but the search behind one button on a phone', async () => {
  const width = window.innerWidth;
  window.innerWidth = 400;
  onTestFinished(() => {
    window.innerWidth = width;
  });
  const page = open('?colour=red&sale=true&search=app');
  screen.getByRole('searchbox', { name: 'Search fruit' });
  expect(screen.queryByRole('button', { name: /Colour/ })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Filters · 2' }));
  const sheet = await screen.findByRole('dialog', { name: 'Filters' });
  within(sheet).getByRole('button', { name: 'Colour: red' });
  await page.user.click(await within(sheet).findByRole('checkbox', { name: 'Ripe' }));
  await waitFor(() => expect(page.path()).toBe('fruit?colour=red&sale=true&search=app&ripe=true'));
  await page.user.click(within(sheet).getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(page.path()).toBe('fruit'));
  await page.user.click(within(sheet).getByRole('button', { name: 'Show results' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

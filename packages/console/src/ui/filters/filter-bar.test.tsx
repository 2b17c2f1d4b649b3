// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { useUrlState } from '../../lib/use-url-state.ts';
import { FilterBar } from './filter-bar.tsx';
import { type FilterSpec, filterParameters } from './filter-spec.ts';

const SPECS: readonly FilterSpec[] = [
  { kind: 'search', parameter: 'search', variable: 'search', placeholder: 'Search fruit' },
  { kind: 'choices', label: 'Colour', parameter: 'colour', variable: 'colour', options: 'colours' },
  { kind: 'days', label: 'Harvested', start: 'from', end: 'to', after: 'after', before: 'before' },
  { kind: 'flag', label: 'Ripe', parameter: 'ripe', variable: 'ripe' },
  { kind: 'link', label: 'Tree', parameter: 'tree', variable: 'tree' },
];
const PARAMETERS = filterParameters(SPECS);
const LOADED = { names: { colours: ['green', 'red'] }, loading: false };

function Bar() {
  const [values, change] = useUrlState(PARAMETERS);
  return <FilterBar label="Fruit" specs={SPECS} values={values} onChange={change} loaded={LOADED} />;
}
const open = (query = '') => renderPage({ path: `fruit${query}`, element: <Bar /> });

it('draws each filter from its description', () => {
  open();
  screen.getByRole('search', { name: 'Fruit filters' });
  screen.getByRole('searchbox', { name: 'Search fruit' });
  screen.getByRole('button', { name: 'Filter by Colour' });
  screen.getByRole('button', { name: 'Filter by Harvested' });
  screen.getByRole('checkbox', { name: 'Ripe' });
  expect(screen.queryByText(/Tree/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
});

it('shows what the address sets, and clears one filter or all', async () => {
  const page = open('?search=app&colour=red&from=2020-01-01&to=2020-01-31&ripe=true&tree=7&tab=2');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'app');
  screen.getByRole('button', { name: 'Colour: red' });
  screen.getByRole('button', { name: /^Harvested: Jan 1/ });
  expect(screen.getByRole('checkbox', { name: 'Ripe' })).toHaveProperty('checked', true);
  await page.user.click(screen.getByRole('button', { name: 'Clear Tree' }));
  await waitFor(() => expect(page.path()).not.toContain('tree'));
  await page.user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(page.path()).toBe('fruit?tab=2'));
});

it('writes what a person chooses into the address', async () => {
  const page = open();
  await page.user.click(screen.getByRole('checkbox', { name: 'Ripe' }));
  await page.user.click(screen.getByRole('button', { name: 'Filter by Colour' }));
  await page.user.click(await screen.findByRole('checkbox', { name: 'green' }));
  await page.user.type(screen.getByRole('searchbox'), 'pear{Enter}');
  await waitFor(() => expect(page.path()).toBe('fruit?ripe=true&colour=green&search=pear'));
});

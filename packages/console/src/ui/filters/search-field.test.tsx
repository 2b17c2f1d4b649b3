import { LIMITS } from '@switchboard/model/limits';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { SearchField } from './search-field.tsx';

const sent: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  renderPage({
    element: (
      <SearchField
        value=""
        placeholder="Search"
        debounce={LIMITS.searchDebounce}
        onChange={(word) => sent.push(word)}
      />
    ),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const type = (value: string): boolean => fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
const pass = (time: number): void => act(() => void vi.advanceTimersByTime(time));

it('sends what was typed 500 ms after the last key', { tags: ['spec:search-debounce', 'spec:debounce'] }, () => {
  type('a');
  pass(499);
  type(' app ');
  pass(499);
  expect(sent).toEqual([]);
  pass(1);
  expect(sent).toEqual(['app']);
});

it('sends at once on Enter, and only once', { tags: 'spec:search-debounce' }, () => {
  type('app');
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  expect(sent).toEqual(['app']);
  pass(1000);
  expect(sent).toEqual(['app']);
});

it('clears at once on Escape and by its button', () => {
  type('app');
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' });
  expect(sent).toEqual(['']);
  type('app');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  pass(1000);
  expect(sent).toEqual(['', '']);
});

it('says why a text cannot be searched for, keeps it and does not send it', () => {
  type('x'.repeat(LIMITS.filterTextLength + 1));
  pass(1000);
  expect(sent).toEqual([]);
  expect(screen.getByRole('searchbox').getAttribute('aria-invalid')).toBe('true');
  screen.getByText('A search has at most 500 characters, this one has 501.');
  type('a\0b');
  pass(1000);
  expect(sent).toEqual([]);
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'a\0b');
  screen.getByText('A search cannot contain the NUL character. Remove it.');
  type('x'.repeat(LIMITS.filterTextLength));
  pass(1000);
  expect(sent).toHaveLength(1);
  expect(screen.getByRole('searchbox').getAttribute('aria-invalid')).not.toBe('true');
});

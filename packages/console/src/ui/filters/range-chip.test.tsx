import { type BoundFunctions, type queries, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import type { DayRange } from '../../lib/dates.ts';
import { RangeChip } from './range-chip.tsx';

const chosen: (DayRange | null)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  chosen.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

type Menu = BoundFunctions<typeof queries>;

async function open(value: DayRange | null): Promise<{ page: RenderedPage; menu: Menu }> {
  const page = renderPage({
    element: <RangeChip label="Report date" value={value} onChange={(range) => chosen.push(range)} />,
  });
  await page.user.click(screen.getByRole('button', { name: /^(Filter by|Report date)/ }));
  await screen.findByRole('button', { name: 'Reset' });
  return { page, menu: within(screen.getByRole('dialog')) };
}
const day = (menu: Menu, name: string): HTMLElement => menu.getByRole('button', { name });

it('offers the shortcuts, and applies one at once', { tags: 'spec:date-shortcuts' }, async () => {
  const { page, menu } = await open(null);
  const shortcuts = ['Today', 'Yesterday', '7 Days', '30 Days', '3 Months', '6 Months', 'Reset'];
  const names = menu.getAllByRole('button').map((button) => button.textContent);
  expect(names.filter((name) => shortcuts.includes(name))).toEqual(shortcuts);
  await page.user.click(menu.getByRole('button', { name: '7 Days' }));
  expect(chosen).toEqual([{ start: '2026-11-14', end: '2026-11-20' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('applies a range once both ends are chosen', { tags: 'spec:dates-both-ends' }, async () => {
  const { page, menu } = await open(null);
  await page.user.click(day(menu, '3 November 2026'));
  expect(chosen).toEqual([]);
  await page.user.click(day(menu, '9 November 2026'));
  expect(chosen).toEqual([{ start: '2026-11-03', end: '2026-11-09' }]);
});

it('the calendar does not offer days in the future', { tags: 'spec:dates-no-future' }, async () => {
  const { menu } = await open(null);
  expect(day(menu, '20 November 2026')).toHaveProperty('disabled', false);
  expect(day(menu, '21 November 2026')).toHaveProperty('disabled', true);
});

it('ends with the current month, and leads far back', async () => {
  const { page, menu } = await open(null);
  expect(day(menu, 'Next month')).toHaveProperty('disabled', true);
  for (let month = 0; month < 14; month += 1) await page.user.click(day(menu, 'Previous month'));
  await page.user.click(day(menu, '1 September 2025'));
  await page.user.click(day(menu, '2 September 2025'));
  expect(chosen).toEqual([{ start: '2025-09-01', end: '2025-09-02' }]);
});

it('takes the ends in either order, and one day twice', async () => {
  const { page, menu } = await open(null);
  await page.user.click(day(menu, '9 November 2026'));
  await page.user.click(day(menu, '3 November 2026'));
  await page.user.click(screen.getByRole('button', { name: /^(Filter by|Report date)/ }));
  await screen.findByRole('button', { name: 'Reset' });
  const again = within(screen.getByRole('dialog'));
  await page.user.click(day(again, '5 November 2026'));
  await page.user.click(day(again, '5 November 2026'));
  expect(chosen).toEqual([
    { start: '2026-11-03', end: '2026-11-09' },
    { start: '2026-11-05', end: '2026-11-05' },
  ]);
});

it('takes nothing that is typed or pasted: it has no field', async () => {
  const { page, menu } = await open(null);
  const dialog = screen.getByRole('dialog');
  expect(dialog.querySelectorAll('input, textarea, [contenteditable]')).toHaveLength(0);
  day(menu, 'Today').focus();
  await page.user.keyboard('31122026');
  for (const text of ['2026-02-30', 'שלום \u202e', '👩‍👩‍👧‍👦', '9999-12-31', '2'.repeat(1_000_000)])
    await page.user.paste(text);
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(chosen).toEqual([]);
  await page.user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(chosen).toEqual([]);
});

it('resets the range', async () => {
  const { page, menu } = await open({ start: '2026-11-19', end: '2026-11-19' });
  await page.user.click(menu.getByRole('button', { name: 'Reset' }));
  expect(chosen).toEqual([null]);
});

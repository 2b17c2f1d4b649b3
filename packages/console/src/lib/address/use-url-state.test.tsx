import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { BURST } from './query-changes.ts';
import { list, text } from './url-state.ts';
import { useUrlState } from './use-url-state.ts';

const FILTERS = { search: text, colours: list };
const DRAWER = { tree: text, tree_search: text };

function Fruit() {
  const [{ search, colours }, change] = useUrlState(FILTERS);
  const [, changeDrawer, link] = useUrlState(DRAWER);
  const add = (...added: readonly string[]): void => {
    for (const colour of added) change((current) => ({ colours: [...current.colours, colour] }));
  };
  const openTree = { tree: '7' };
  const stepTo = (tree: string): void => changeDrawer({ tree }, { replace: false });
  return (
    <>
      <output>{`${search}|${colours.join()}`}</output>
      <button type="button" onClick={() => add('red')}>
        red
      </button>
      <button type="button" onClick={() => add('green', 'blue')}>
        green and blue
      </button>
      <button type="button" onClick={() => changeDrawer(openTree, { clear: 'tree' })}>
        tree
      </button>
      <button type="button" onClick={() => stepTo('8')}>
        step to 8
      </button>
      <button type="button" onClick={() => stepTo('9')}>
        step to 9
      </button>
      <a href={link(openTree, { clear: 'tree' })}>link to the tree</a>
      <input aria-label="search" value={search} onChange={(event) => change({ search: event.currentTarget.value })} />
    </>
  );
}

const open = (query = ''): RenderedPage => renderPage({ path: `fruit${query}`, element: <Fruit /> });
const click = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
const type = (value: string): boolean => fireEvent.change(screen.getByRole('textbox'), { target: { value } });
const shown = (): string => screen.getByRole('status').textContent;
const stopClock = (): void => {
  vi.useFakeTimers({ toFake: ['Date'] });
};
afterEach(() => {
  vi.useRealTimers();
});

describe('changes of the address', () => {
  it('keeps each of several changes that follow each other at once', async () => {
    const page = open();
    click('green and blue');
    click('red');
    expect(shown()).toBe('|green,blue,red');
    await waitFor(() => expect(page.path()).toBe('fruit?colours=green%2Cblue%2Cred'));
    expect(shown()).toBe('|green,blue,red');
  });

  it('keeps changes of two readers of the address', async () => {
    const page = open();
    click('red');
    click('tree');
    await waitFor(() => expect(page.path()).toBe('fruit?colours=red&tree=7'));
  });

  it('clears the parameters of a prefix in the same change, also in links', async () => {
    const page = open('?search=x&tree=1&tree_search=apple');
    expect(screen.getByRole('link').getAttribute('href')).toBe('?search=x&tree=7');
    click('tree');
    await waitFor(() => expect(page.path()).toBe('fruit?search=x&tree=7'));
  });

  it('follows Back after a change', async () => {
    const page = open('?search=x');
    click('red');
    await waitFor(() => expect(page.path()).toBe('fruit?search=x&colours=red'));
    await page.goBack();
    await waitFor(() => expect(shown()).toBe('x|'));
    click('red');
    expect(shown()).toBe('x|red');
  });
});

describe('the history', () => {
  it('the history has one entry for typing, after the one of the unfiltered list', async () => {
    stopClock();
    const page = open();
    type('ap');
    type('app');
    type('apple');
    await waitFor(() => expect(page.path()).toBe('fruit?search=apple'));
    await page.goBack();
    expect(page.path()).toBe('fruit');
  });

  it('the history has one entry for quick changes of a filter', async () => {
    stopClock();
    const page = open();
    click('red');
    click('green and blue');
    await waitFor(() => expect(page.path()).toBe('fruit?colours=red%2Cgreen%2Cblue'));
    await page.goBack();
    expect(page.path()).toBe('fruit');
  });

  it('the history has an entry for each step that asks for one, however quick', async () => {
    stopClock();
    const page = open();
    click('step to 8');
    click('step to 9');
    await waitFor(() => expect(page.path()).toBe('fruit?tree=9'));
    await page.goBack();
    expect(page.path()).toBe('fruit?tree=8');
    await page.goBack();
    expect(page.path()).toBe('fruit');
  });

  it('the history has entries of their own for other parameters and for changes after a pause', async () => {
    stopClock();
    const page = open();
    click('red');
    type('a');
    vi.setSystemTime(Date.now() + BURST + 1);
    type('ap');
    await waitFor(() => expect(page.path()).toBe('fruit?colours=red&search=ap'));
    await page.goBack();
    expect(page.path()).toBe('fruit?colours=red&search=a');
    await page.goBack();
    expect(page.path()).toBe('fruit?colours=red');
    await page.goBack();
    expect(page.path()).toBe('fruit');
  });

  it('the history has no entry for a change that changes nothing', async () => {
    stopClock();
    const page = open('?search=a');
    click('tree');
    await waitFor(() => expect(page.path()).toBe('fruit?search=a&tree=7'));
    click('tree');
    await page.goBack();
    expect(page.path()).toBe('fruit?search=a');
  });
});

import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense, use } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { AddressRouter, useRedirect } from './address-router.tsx';
import { QueryProvider } from './query-provider.tsx';
import { day, text } from './url-state.ts';
import { useUrlState } from './use-url-state.ts';

const PARAMETERS = { search: text, start: day };
const NO_FILTERS = [] as const;

/** Addresses whose render waits, as the one of a page whose code loads does. */
const held = new Map<string, PromiseWithResolvers<void>>();
afterEach(() => held.clear());

/** Lets the router render the address from now on. */
const release = (address: string): Promise<void> => act(async () => held.get(address)?.resolve());

function Held({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  const waiting = held.get(pathname + search);
  if (waiting !== undefined) use(waiting.promise);
  return (
    <>
      <p data-testid="rendered">{pathname + search}</p>
      {children}
    </>
  );
}

function List() {
  const [{ search, start }, change] = useUrlState(PARAMETERS);
  const redirect = useRedirect();
  useInvalidParameters(NO_FILTERS, PARAMETERS);
  return (
    <>
      <output>{`${search}|${start ?? ''}`}</output>
      <button type="button" onClick={() => change((values) => ({ search: `${values.search}a` }))}>
        search
      </button>
      <button type="button" onClick={() => redirect('/other')}>
        redirect
      </button>
      <Link to="/list?search=linked">link</Link>
    </>
  );
}

/** Renders a list at an address, whose router renders the addresses `waiting` only once they are released. */
async function open(address: string, ...waiting: readonly string[]) {
  for (const each of waiting) held.set(each, Promise.withResolvers());
  window.history.replaceState(null, '', '/other');
  window.history.pushState(null, '', address);
  const page = (
    <QueryProvider>
      <List />
    </QueryProvider>
  );
  await act(async () => {
    render(
      <AddressRouter>
        <Suspense fallback="loading">
          <Held>
            <Routes>
              <Route path="/list" element={page} />
              <Route path="/other" element="another page" />
            </Routes>
          </Held>
        </Suspense>
      </AddressRouter>,
    );
  });
  return {
    /** The address of the history. */
    address: () => window.location.pathname + window.location.search,
    go: (to: string) =>
      act(async () => {
        window.history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }),
    back: () =>
      act(async () => {
        const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
        window.history.back();
        await popped;
      }),
  };
}

const shown = (): string => screen.getByRole('status').textContent;
const rendered = (): string | null => screen.getByTestId('rendered').textContent;
const click = (name: string): Promise<unknown> =>
  act(async () => fireEvent.click(screen.getByRole(name === 'link' ? 'link' : 'button', { name })));

describe('an address that is followed before the router has rendered the one before', () => {
  it('keeps its filter when the address before was corrected', async () => {
    const page = await open('/list?start=never', '/list', '/list?start=2026-11-02');
    expect(page.address()).toBe('/list');
    expect(rendered()).toBe('/list?start=never');
    await page.go('/list?start=2026-11-02');
    expect(shown()).toBe('|2026-11-02');
    expect(page.address()).toBe('/list?start=2026-11-02');
    await release('/list');
    await release('/list?start=2026-11-02');
    expect(rendered()).toBe('/list?start=2026-11-02');
    expect(page.address()).toBe('/list?start=2026-11-02');
  });

  it('corrects itself, also when it is wrong in the same way', async () => {
    const page = await open('/list?start=never', '/list');
    await page.go('/list?start=never&search=x');
    expect(page.address()).toBe('/list?search=x');
    await page.back();
    await release('/list');
    expect(page.address()).toBe('/list');
    expect(shown()).toBe('|');
  });

  it('Back leads to the address that a change has left', async () => {
    const page = await open('/list', '/list?search=a');
    await click('search');
    expect(shown()).toBe('a|');
    expect(rendered()).toBe('/list');
    await page.back();
    expect(shown()).toBe('|');
    await release('/list?search=a');
    expect(shown()).toBe('|');
    expect(page.address()).toBe('/list');
  });

  it('Back leads to one of several changes', async () => {
    const page = await open('/list', '/list?search=a', '/list?search=linked', '/list?search=linkeda');
    await click('search');
    await click('link');
    await click('search');
    expect(shown()).toBe('linkeda|');
    await page.back();
    expect(shown()).toBe('linked|');
    for (const address of ['/list?search=a', '/list?search=linked', '/list?search=linkeda']) await release(address);
    expect(shown()).toBe('linked|');
    expect(rendered()).toBe('/list?search=linked');
  });

  it('a change starts from the address that is followed', async () => {
    const page = await open('/list', '/list?search=linked');
    await click('link');
    await click('search');
    expect(page.address()).toBe('/list?search=linkeda');
    await release('/list?search=linked');
    expect(shown()).toBe('linkeda|');
    expect(page.address()).toBe('/list?search=linkeda');
  });
});

describe('a page that is being left', () => {
  it('changes and redirects nothing any more, and keeps its query until the next one is rendered', async () => {
    const page = await open('/list?search=x', '/other?search=y');
    await page.go('/other?search=y');
    expect(shown()).toBe('x|');
    await click('search');
    await click('redirect');
    expect(page.address()).toBe('/other?search=y');
    expect(shown()).toBe('x|');
    await release('/other?search=y');
    await screen.findByText('another page');
    expect(page.address()).toBe('/other?search=y');
  });

  it('a page that is being left is redirected in its place while it is shown', async () => {
    const page = await open('/list');
    await click('redirect');
    expect(page.address()).toBe('/other');
    await page.back();
    expect(page.address()).toBe('/other');
  });
});

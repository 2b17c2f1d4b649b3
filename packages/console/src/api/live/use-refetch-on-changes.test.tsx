import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { type Changes, type Live, LiveContext } from './live.ts';
import { useRefetchOnChanges } from './use-refetch-on-changes.ts';

const message = (patch: Partial<Changes> = {}): Changes => ({
  downloads: [],
  uploads: [],
  events: [],
  changelists: [],
  incidents: [],
  overflow: false,
  ...patch,
});
const concernsNothing = () => false;
const concernsAll = () => true;

/** A hook whose delays end when the test says so. */
function renderRefetch(concerns: (changes: Changes) => boolean, delay?: number) {
  const scheduled: { readonly run: () => void; readonly delay: number }[] = [];
  const listeners = new Set<Parameters<Live['listen']>[0]>();
  const refetch = vi.fn();
  const live: Live = {
    state: 'live',
    offlineSince: null,
    lastChange: null,
    setPaused: () => undefined,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    schedule: (run, after) => {
      const one = { run, delay: after };
      scheduled.push(one);
      return () => void scheduled.splice(scheduled.indexOf(one), 1);
    },
  };
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <LiveContext value={live}>{children}</LiveContext>
  );
  const { unmount } = renderHook(() => useRefetchOnChanges(refetch, concerns, delay), { wrapper });
  const emit = (changes: Changes): void => {
    for (const listener of listeners) listener(changes);
  };
  return { refetch, scheduled, emit, unmount };
}

it('refetches once, 3 s after the first of several changes, and again after a later one', () => {
  const { refetch, scheduled, emit } = renderRefetch(concernsAll);
  emit(message());
  emit(message());
  expect(scheduled.map(({ delay }) => delay)).toEqual([3000]);
  expect(refetch).not.toHaveBeenCalled();
  scheduled[0]?.run();
  expect(refetch).toHaveBeenCalledOnce();
  emit(message());
  expect(scheduled).toHaveLength(2);
});

it('refetches after the given delay', () => {
  const { scheduled, emit } = renderRefetch(concernsAll, 10_000);
  emit(message());
  expect(scheduled.map(({ delay }) => delay)).toEqual([10_000]);
});

it('ignores changes of no concern, but not those that may have been missed', () => {
  const { scheduled, emit } = renderRefetch(concernsNothing);
  emit(message());
  expect(scheduled).toHaveLength(0);
  emit(message({ overflow: true }));
  expect(scheduled).toHaveLength(1);
});

it('does not refetch once it is unmounted', () => {
  const { scheduled, emit, unmount } = renderRefetch(concernsAll);
  emit(message());
  unmount();
  expect(scheduled).toHaveLength(0);
});

import { useCallback, useSyncExternalStore } from 'react';

/** One timer for all components that follow the time at the same interval. */
class Clock {
  #now = Date.now();
  readonly #listeners = new Set<() => void>();
  readonly #interval: number;
  #timer = 0;

  constructor(interval: number) {
    this.#interval = interval;
  }

  readonly now = (): number => this.#now;

  readonly #tick = (): void => {
    if (document.visibilityState !== 'visible') return;
    this.#now = Date.now();
    for (const listener of this.#listeners) listener();
  };

  readonly listen = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      this.#now = Date.now();
      this.#timer = window.setInterval(this.#tick, this.#interval);
      document.addEventListener('visibilitychange', this.#tick);
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      document.removeEventListener('visibilitychange', this.#tick);
    };
  };
}

const clocks = new Map<number, Clock>();

function clockOf(interval: number): Clock {
  const known = clocks.get(interval) ?? new Clock(interval);
  clocks.set(interval, known);
  return known;
}

/** The current time in milliseconds, updated at an interval while the tab is visible. */
export function useNow(interval: number): number {
  const listen = useCallback((listener: () => void) => clockOf(interval).listen(listener), [interval]);
  return useSyncExternalStore(listen, clockOf(interval).now);
}

import { afterEach, beforeEach } from 'vitest';

/** Window that a page asked the browser to open. */
export type OpenedWindow = { readonly features: string; address: string; isClosed: boolean };

export type RecordedWindows = {
  /** Windows of the present test, oldest first. */
  readonly opened: OpenedWindow[];
  /** Whether the browser blocks windows. */
  isBlocked: boolean;
};

/** Takes the place of the browser's windows in the tests of the calling file. */
export function recordWindows(): RecordedWindows {
  const recorded: RecordedWindows = { opened: [], isBlocked: false };
  const open = window.open;
  beforeEach(() => {
    recorded.opened.length = 0;
    recorded.isBlocked = false;
    window.open = (_url, _name, features = '') => {
      if (recorded.isBlocked) return null;
      const one: OpenedWindow = { features, address: '', isClosed: false };
      recorded.opened.push(one);
      const location = { replace: (address: string) => (one.address = address) };
      const popup = { location, focus: () => undefined, close: () => (one.isClosed = true), closed: false };
      return popup as unknown as Window;
    };
  });
  afterEach(() => {
    window.open = open;
  });
  return recorded;
}

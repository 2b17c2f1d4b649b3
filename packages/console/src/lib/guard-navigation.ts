type Guard = {
  /** Whether leaving the page would lose input. */
  readonly isGuarded: () => boolean;
  /** Goes to an address of the console. */
  readonly navigate: (address: string, replace: boolean) => void;
  /** A navigation was stopped; `resume` makes it after all. */
  readonly onStopped: (resume: () => void) => void;
};

/** Whether a navigation leaves the page: to another path, or through the history to another query. */
function leavesPage({ destination, navigationType }: NavigateEvent): boolean {
  const from = new URL(location.href);
  const to = new URL(destination.url);
  return from.pathname !== to.pathname || (navigationType === 'traverse' && from.search !== to.search);
}

/**
 * Stops navigations within the console while the page has input to lose: links, Back and Forward. Navigations to another
 * document are left to the browser's own question. Browsers without the Navigation API stop none.
 * @returns ends the guard
 */
export function guardNavigation({ isGuarded, navigate, onStopped }: Guard): () => void {
  if (!('navigation' in window)) return () => undefined;
  const { navigation } = window;
  const stop = (event: NavigateEvent): void => {
    const { destination, navigationType } = event;
    if (event.defaultPrevented || !event.cancelable || !destination.sameDocument) return;
    if (!isGuarded() || !leavesPage(event)) return;
    event.preventDefault();
    onStopped(() => {
      if (navigationType === 'traverse') void navigation.traverseTo(destination.key);
      else {
        const { pathname, search, hash } = new URL(destination.url);
        navigate(`${pathname}${search}${hash}`, navigationType === 'replace');
      }
    });
  };
  navigation.addEventListener('navigate', stop);
  return () => navigation.removeEventListener('navigate', stop);
}

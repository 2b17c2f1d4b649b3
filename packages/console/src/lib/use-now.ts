import { useEffect, useState } from 'react';

/** The current time in milliseconds, updated at an interval while the tab is visible. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setNow(Date.now());
    }, interval);
    const update = (): void => setNow(Date.now());
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [interval]);
  return now;
}

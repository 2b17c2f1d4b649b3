import { useEffect } from 'react';

export const PRODUCT_NAME = 'Switchboard';

/** "Downloads · Acme · Switchboard": the parts that are set, most specific first. */
export function pageTitle(parts: readonly (string | null | undefined)[]): string {
  return [...parts.filter((part) => part !== null && part !== undefined && part !== ''), PRODUCT_NAME].join(' · ');
}

export function usePageTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = pageTitle(parts);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Shows a red dot in the favicon while `alert` is true. */
export function useFaviconAlert(alert: boolean): void {
  useEffect(() => {
    document.querySelector('#favicon')?.setAttribute('href', alert ? '/favicon-alert.svg' : '/favicon.svg');
  }, [alert]);
}

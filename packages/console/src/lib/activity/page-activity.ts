/**
 * Says on the document whether the page is idle: `data-idle` is there while no query and no script is on its way, the fonts are
 * loaded, and what they changed is drawn. Programs that drive a browser wait for it instead of polling.
 */
const works = new Set<unknown>();
let announcement = 0;

async function announce({ documentElement, fonts, defaultView }: Document): Promise<void> {
  announcement += 1;
  const own = announcement;
  await fonts?.ready;
  // The first frame draws what the answer changed, the second what effects changed after it.
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => defaultView?.requestAnimationFrame(resolve));
  if (works.size === 0 && own === announcement) documentElement.setAttribute('data-idle', '');
}

/** Begins or ends a work that changes what the page shows. Does nothing outside of a browser. */
export function setBusy(work: unknown, isBusy: boolean): void {
  works[isBusy ? 'add' : 'delete'](work);
  const page: Document | undefined = globalThis.document;
  if (works.size > 0) page?.documentElement.removeAttribute('data-idle');
  else if (page !== undefined) void announce(page);
}

/** Keeps the page from being idle until a promise settles. @returns the promise */
export function trackWork<Value>(work: Promise<Value>): Promise<Value> {
  setBusy(work, true);
  const end = (): void => setBusy(work, false);
  work.then(end, end);
  return work;
}

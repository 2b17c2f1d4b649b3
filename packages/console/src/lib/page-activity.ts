/**
 * Says on the document whether the page is idle: `data-idle` is there while no request of the page and no script is on its way,
 * the fonts are loaded, and what they changed is drawn. Programs that drive a browser wait for it instead of polling.
 */
const ATTRIBUTE = 'data-idle';

let pending = 0;
/** Counts the works so far: one that began meanwhile cancels the announcement. */
let begun = 0;

/** None outside of a browser, as in tests of what has no page. */
const findPage = (): Document | undefined => globalThis.document;

const nextFrame = ({ defaultView }: Document): Promise<void> =>
  new Promise((resolve) => defaultView?.requestAnimationFrame(() => resolve()));

async function announce(page: Document): Promise<void> {
  const before = begun;
  await page.fonts?.ready;
  // The first frame draws what the answer changed, the second what effects changed after it.
  for (let frame = 0; frame < 2; frame += 1) await nextFrame(page);
  if (pending === 0 && begun === before) page.documentElement.setAttribute(ATTRIBUTE, '');
}

/**
 * Begins a work that will change what the page shows.
 * @returns ends it, once
 */
export function beginWork(): () => void {
  pending += 1;
  begun += 1;
  const page = findPage();
  page?.documentElement.removeAttribute(ATTRIBUTE);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    pending -= 1;
    if (pending === 0 && page !== undefined) void announce(page);
  };
}

/** Begins a work that ends when a promise settles. @returns the promise */
export function trackWork<Value>(work: Promise<Value>): Promise<Value> {
  const end = beginWork();
  work.then(end, end);
  return work;
}

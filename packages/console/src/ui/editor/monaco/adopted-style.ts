/** Constructed style sheets that are in use, by the element that stands for each. */
const sheets = new WeakMap<Element, CSSStyleSheet>();

function adopt(element: Element): CSSStyleSheet {
  const known = sheets.get(element);
  if (known !== undefined) return known;
  const sheet = new CSSStyleSheet();
  sheets.set(element, sheet);
  document.adoptedStyleSheets.push(sheet);
  return sheet;
}

/**
 * An element that takes style rules as a style element does, and applies them as a constructed style sheet: the
 * Content-Security-Policy refuses style elements. The build puts it into Monaco in their place (vite.config.ts).
 */
export function createAdoptedStyle(): HTMLElement {
  const element = document.createElement('meta');
  const removeElement = element.remove.bind(element);
  let text = '';
  Object.defineProperties(element, {
    sheet: { get: () => adopt(element) },
    textContent: {
      get: () => text,
      set: (next: string) => {
        text = next;
        adopt(element).replaceSync(next);
      },
    },
    remove: {
      value: () => {
        const sheet = sheets.get(element);
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
        removeElement();
      },
    },
  });
  return element;
}

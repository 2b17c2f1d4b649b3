// Imported once: queries of tests ask of every element and its ancestors whether they are shown, and the test DOM would compute all
// properties of all of them each time. There are no style sheets in the tests, so the elements' own styles decide.

/** Computes every other property, as the test DOM does. */
const computeStyle = window.getComputedStyle.bind(window);
/** The properties that elements inherit, with their values at the root. */
const INHERITED = { visibility: '', direction: 'ltr' } as const;

type Inherited = keyof typeof INHERITED;

const isInherited = (property: string | symbol): property is Inherited => property in INHERITED;

/** The display of an element without a style of its own, by its tag. */
const displays = new Map<string, string>();
const styles = new WeakMap<Element, CSSStyleDeclaration>();

function ownValue(element: Element, property: 'display' | Inherited): string {
  const isSet = element.getAttribute('style')?.includes(property) === true;
  return isSet ? (element as HTMLElement).style.getPropertyValue(property) : '';
}

function displayOf(element: Element): string {
  // An open dialog is displayed.
  if (!element.isConnected || element.tagName === 'DIALOG') return computeStyle(element).display;
  const own = ownValue(element, 'display');
  if (own !== '') return own;
  const known = displays.get(element.tagName);
  if (known !== undefined) return known;
  const { display } = computeStyle(element);
  displays.set(element.tagName, display);
  return display;
}

function inheritedValue(element: Element, property: Inherited): string {
  if (!element.isConnected) return '';
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const own = ownValue(at, property);
    if (own !== '') return own;
  }
  return INHERITED[property];
}

function buildStyle(element: Element): CSSStyleDeclaration {
  const all = computeStyle(element);
  const read = (property: string): string => {
    if (property === 'display') return displayOf(element);
    return isInherited(property) ? inheritedValue(element, property) : all.getPropertyValue(property);
  };
  // A proxy of the computed style itself would compute each property that is read, to compare it.
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, property) => {
      if (property === 'getPropertyValue') return read;
      return property === 'display' || isInherited(property) ? read(property) : (Reflect.get(all, property) as unknown);
    },
  });
}

window.getComputedStyle = (element) => {
  const style = styles.get(element) ?? buildStyle(element);
  styles.set(element, style);
  return style;
};

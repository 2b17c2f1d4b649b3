import type { Page } from 'playwright-core';

/** The least contrast of every text, large or small. */
const MIN_CONTRAST = 4.5;

/**
 * The visible texts of the page that have less contrast with what is behind them, one line for each; '' when there are none.
 * Texts of disabled controls are left out.
 */
export async function faintTexts(page: Page): Promise<string> {
  const found = await page.evaluate(findFaintTexts, MIN_CONTRAST);
  return [...new Set(found)].join('\n');
}

/** Runs in the page, so that it uses nothing from outside itself. */
function findFaintTexts(least: number): string[] {
  type Color = readonly [red: number, green: number, blue: number, alpha: number];
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas.');
  const read = new Map<string, Color>();

  /** Channels from 0 to 255 and alpha from 0 to 1, of any CSS color. */
  const colorOf = (text: string): Color => {
    const known = read.get(text);
    if (known) return known;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const color: Color = [red, green, blue, alpha / 255];
    read.set(text, color);
    return color;
  };
  const over = (front: Color, back: Color): Color => {
    const mix = (index: 0 | 1 | 2) => front[index] * front[3] + back[index] * (1 - front[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const ancestors = (element: Element): Element[] => {
    const chain: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) chain.push(at);
    return chain;
  };
  const backgroundOf = (element: Element): Color => {
    const page: Color = [255, 255, 255, 1];
    return ancestors(element)
      .toReversed()
      .reduce<Color>((back, one) => over(colorOf(getComputedStyle(one).backgroundColor), back), page);
  };
  const opacityOf = (element: Element): number =>
    ancestors(element).reduce((product, one) => product * Number(getComputedStyle(one).opacity), 1);
  const luminance = ([red, green, blue]: Color): number => {
    const linear = (channel: number) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const contrast = (one: Color, other: Color): number => {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[disabled], [aria-disabled="true"], [data-disabled]') === null;

  const finding = (element: Element, text: string, color: string): string[] => {
    const back = backgroundOf(element);
    const [red, green, blue, alpha] = colorOf(color);
    const ratio = contrast(over([red, green, blue, alpha * opacityOf(element)], back), back);
    if (ratio >= least) return [];
    return [
      `${ratio.toFixed(2)}: "${text.slice(0, 60)}" in <${element.localName} class="${element.getAttribute('class') ?? ''}">`,
    ];
  };

  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const element = node.parentElement;
    if (text === '' || !element || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, height } = range.getBoundingClientRect();
    // Texts for screen readers alone are a pixel large.
    if (width <= 1 || height <= 1 || element.clientWidth === 1) continue;
    const style = getComputedStyle(element);
    found.push(...finding(element, text, element instanceof SVGElement ? style.fill : style.color));
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    const { placeholder, value } = field as HTMLInputElement;
    if (placeholder === '' || value !== '' || !isShown(field)) continue;
    found.push(...finding(field, placeholder, getComputedStyle(field, '::placeholder').color));
  }
  return found;
}

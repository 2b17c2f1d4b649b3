import type { StatusTone } from '@switchboard/model/status/status';

/** The tokens of the theme that drawings use. A canvas knows no custom properties. */
const TOKENS = {
  background: '--bg',
  soft: '--bg-soft',
  strong: '--bg-strong',
  line: '--line',
  lineStrong: '--line-strong',
  text: '--text',
  dim: '--dim',
  faint: '--faint',
  accent: '--accent',
  accentGround: '--accent-bg',
  working: '--working',
  workingGround: '--working-bg',
  completed: '--completed',
  completedGround: '--completed-bg',
  warning: '--warning',
  warningGround: '--warning-bg',
  error: '--error',
  errorGround: '--error-bg',
  inactive: '--inactive',
  inactiveGround: '--inactive-bg',
  font: '--font',
} as const;

export type CanvasTheme = Readonly<Record<keyof typeof TOKENS, string>>;

/** Reads the theme as it is where the element stands. */
export function readCanvasTheme(element: Element): CanvasTheme {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  ) as CanvasTheme;
}

/** The colour of a tone, and that of its ground. */
export function toneColors(theme: CanvasTheme, tone: StatusTone): { readonly line: string; readonly ground: string } {
  const name = tone === 'skipped' ? 'inactive' : tone;
  return { line: theme[name], ground: theme[`${name}Ground`] };
}

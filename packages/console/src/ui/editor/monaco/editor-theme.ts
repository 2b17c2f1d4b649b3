import type { Monaco } from './load-monaco.ts';

export const THEME_NAME = 'switchboard';

/** The colours of the editor, from Monaco's names to our tokens. */
const COLORS = {
  'editor.background': '--bg',
  'editor.foreground': '--text',
  'editorLineNumber.foreground': '--faint',
  'editorLineNumber.activeForeground': '--text',
  'editor.lineHighlightBackground': '--bg-soft',
  'editor.selectionBackground': '--accent-bg',
  'editorCursor.foreground': '--accent',
  'editorWidget.background': '--bg',
  'editorWidget.border': '--line-strong',
  'editorHoverWidget.background': '--bg',
  'editorSuggestWidget.selectedBackground': '--accent-bg',
  'editorSuggestWidget.selectedForeground': '--accent',
  'editorSuggestWidget.highlightForeground': '--accent',
  'editorSuggestWidget.focusHighlightForeground': '--accent',
  'editorInlayHint.foreground': '--dim',
  'editorInlayHint.background': '--bg-soft',
  'peekViewEditor.background': '--bg-soft',
  'peekViewResult.background': '--bg',
  'peekViewTitle.background': '--bg',
  'peekView.border': '--accent',
  'menu.background': '--bg',
  'menu.foreground': '--text',
  'menu.selectionBackground': '--accent-bg',
  'menu.selectionForeground': '--text',
  'quickInput.background': '--bg',
  'quickInput.foreground': '--text',
  'quickInputList.focusBackground': '--accent-bg',
  'quickInputList.focusForeground': '--text',
  'input.background': '--bg',
  'input.foreground': '--text',
  'input.border': '--line-strong',
  'editorError.foreground': '--error',
  'editorWarning.foreground': '--warning',
  'editorInfo.foreground': '--working',
  'diffEditor.insertedTextBackground': '--completed-bg',
  'diffEditor.insertedLineBackground': '--completed-bg',
  'diffEditor.removedTextBackground': '--error-bg',
  'diffEditor.removedLineBackground': '--error-bg',
  'editorOverviewRuler.border': '--line',
  'scrollbarSlider.background': '--bg-strong',
  'scrollbarSlider.hoverBackground': '--line-strong',
  'scrollbarSlider.activeBackground': '--line-strong',
  focusBorder: '--accent',
} as const;

/** The colours of tokens. */
const TOKENS = {
  comment: '--faint',
  keyword: '--accent',
  string: '--completed',
  number: '--working',
  type: '--warning',
  class: '--working',
  namespace: '--working',
  event: '--working',
  enumMember: '--completed',
  function: '--warning',
  parameter: '--dim',
  regexp: '--completed',
} as const;

/** `#fff` as `#ffffff`: the editor reads long colours only. */
export function longColor(color: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color.trim());
  return short === null
    ? color.trim()
    : `#${short
        .slice(1)
        .map((digit) => digit.repeat(2))
        .join('')}`;
}

/** Gives the editor the colours of the console in its present scheme. */
export function applyEditorTheme(monaco: Monaco, scheme: 'light' | 'dark'): void {
  const tokens = getComputedStyle(document.documentElement);
  const colorOf = (name: string): string => longColor(tokens.getPropertyValue(name));
  monaco.editor.defineTheme(THEME_NAME, {
    base: scheme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: Object.entries(TOKENS).map(([token, name]) => ({ token, foreground: colorOf(name).slice(1) })),
    colors: Object.fromEntries(Object.entries(COLORS).map(([color, name]) => [color, colorOf(name)])),
  });
  monaco.editor.setTheme(THEME_NAME);
}

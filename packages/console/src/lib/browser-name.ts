/** Names of browsers by the word in their user agent. Most also claim to be those that follow them here. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

/** The name of the browser, such as Firefox. */
export const browserName = (userAgent: string = navigator.userAgent): string =>
  BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'another browser';

/** Names of browsers by the word in their user agent. Most also claim to be those that follow them here. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

/** Names of systems by the word in a user agent. Android claims to be Linux, and an iPhone to be like macOS. */
const SYSTEMS = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const;

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** The name of a browser, such as Firefox. */
export const browserName = (userAgent: string): string => nameIn(BROWSERS, userAgent) ?? 'another browser';

/** The device that a user agent names, such as Firefox on Windows. */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent ?? '');
  const system = nameIn(SYSTEMS, userAgent ?? '');
  if (browser === null) return system === null ? 'Unknown device' : `Unknown browser on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
}

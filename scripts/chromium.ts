import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN = [
  // The same browser without a user interface, for two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of Chromium, from `CHROMIUM` or the system's usual places; undefined when it is not installed. */
export function findChromium(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  return [environment['CHROMIUM'], ...KNOWN].find((path) => path !== undefined && existsSync(path));
}

/**
 * Chromium's path; on Debian as root it is installed when it is missing.
 * @throws when it is missing and cannot be installed from here; the message says what to do
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests (apt-get install chromium-headless-shell) …');
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation');
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The browser tests need Chromium. Install it (on Debian: apt-get install chromium-headless-shell, as root), ' +
      'or set CHROMIUM to the path of a Chromium or Chrome that is there.',
  );
}

function apt(...options: string[]): void {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', options, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  if (status !== 0)
    throw new Error(`apt-get ${options[0]} failed with code ${status}; Chromium could not be installed.`);
}

import { badRequest } from '../../graphql/request-error.ts';

export const MAX_PREFERENCE_BYTES = 32 * 1024;
export const MAX_PREFERENCES = 200;
const GRIDS = 'datagridPreferences';
const MODES = ['light', 'dark', 'system'];

export type UserPreferences = {
  readonly prefersMiniNavbar: boolean;
  readonly mode: string;
  /** In pixels. */
  readonly drawerWidth: number | null;
};

/** Greatest width that is believed; the console fits it to the window. */
const MAX_WIDTH = 10_000;

/** The console's settings from stored preferences, which may have any value. */
export function userPreferences(stored: ReadonlyMap<string, unknown>): UserPreferences {
  const mode = stored.get('mode');
  const width = stored.get('drawerWidth');
  return {
    prefersMiniNavbar: stored.get('prefersMiniNavbar') === true,
    mode: typeof mode === 'string' && MODES.includes(mode) ? mode : 'system',
    drawerWidth: Number.isInteger(width) && Number(width) > 0 && Number(width) <= MAX_WIDTH ? Number(width) : null,
  };
}

/** Settings by grid, from the preference `datagridPreferences` and from one per grid, such as `datagridPreferences.downloads`, which wins. */
export function datagridPreferences(stored: ReadonlyMap<string, unknown>): { readonly [grid: string]: unknown } {
  const whole = stored.get(GRIDS);
  const single = [...stored].flatMap(([name, value]) =>
    name.startsWith(`${GRIDS}.`) ? [[name.slice(GRIDS.length + 1), value] as const] : [],
  );
  return Object.fromEntries([
    ...(typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? Object.entries(whole) : []),
    ...single,
  ]);
}

/** @throws RequestError BAD_REQUEST when a preference of this name and value cannot be stored */
export function checkPreference(name: string, value: unknown): void {
  if (!/^[\w.-]{1,200}$/.test(name)) {
    throw badRequest('The name of a preference must have 1 to 200 letters, digits, dots, dashes and underscores.');
  }
  // PostgreSQL's jsonb cannot hold this character.
  const text = JSON.stringify(value ?? null);
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text))
    throw badRequest('The preference contains a NUL character, which cannot be stored. Remove it.');
  if (Buffer.byteLength(text) > MAX_PREFERENCE_BYTES) throw badRequest('A preference must have at most 32 kB.');
}

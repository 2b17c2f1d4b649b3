import { createContext, useCallback, useContext } from 'react';
import { DENSITIES, type GridLayout } from '../../ui/data-table/types.ts';

export const GRIDS = [
  'downloads',
  'uploads',
  'uploadsForDownload',
  'downloadsForUpload',
  'events',
  'downloadsFromEvent',
  'uploadsFromEvent',
  'keys',
  'accounts',
  'users',
  'accountUsers',
  'adminActs',
  'auditLog',
  'drafts',
  'history',
  'backfills',
  'runs',
  'messages',
  'home',
  'accountHealth',
] as const;
export type GridName = (typeof GRIDS)[number];
export type GridPreferences = Readonly<Partial<Record<GridName, GridLayout>>>;

export type Mode = 'light' | 'dark' | 'system';
export const MODES = ['light', 'dark', 'system'] as const;

/** A person's preferences. */
export type Preferences = {
  readonly prefersMiniNavbar: boolean;
  /** In pixels; null for the usual width. */
  readonly drawerWidth: number | null;
  readonly datagridPreferences: GridPreferences;
};

export type PreferencesAccess = {
  readonly preferences: Preferences;
  readonly mode: Mode;
  readonly setMode: (mode: Mode) => void;
  readonly setMiniNavbar: (mini: boolean) => void;
  readonly setDrawerWidth: (width: number) => void;
  readonly setGrid: (grid: GridName, layout: GridLayout) => void;
};

export const PreferencesContext = createContext<PreferencesAccess | null>(null);

export function usePreferences(): PreferencesAccess {
  const access = useContext(PreferencesContext);
  if (access === null) throw new Error('usePreferences requires a PreferencesProvider.');
  return access;
}

const UNCHANGED: GridLayout = {};

/** The person's layout of a grid, and its setter. */
export function useGridLayout(grid: GridName): readonly [GridLayout, (layout: GridLayout) => void] {
  const { preferences, setGrid } = usePreferences();
  const change = useCallback((layout: GridLayout) => setGrid(grid, layout), [grid, setGrid]);
  return [preferences.datagridPreferences[grid] ?? UNCHANGED, change];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function entriesOf<T>(value: unknown, accepts: (entry: unknown) => entry is T): Record<string, T> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter((pair): pair is [string, T] => accepts(pair[1])));
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isSize = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0;

function readLayout(value: unknown): GridLayout | null {
  if (!isRecord(value)) return null;
  const order = Array.isArray(value['columnsOrder']) ? value['columnsOrder'].filter(isText) : undefined;
  const widths = entriesOf(value['columnsWidth'], isSize);
  const visibility = entriesOf(value['columnVisibilityModel'], isFlag);
  const density = DENSITIES.find((one) => one === value['density']);
  return {
    ...(order === undefined ? {} : { columnsOrder: order }),
    ...(widths === undefined ? {} : { columnsWidth: widths }),
    ...(visibility === undefined ? {} : { columnVisibilityModel: visibility }),
    ...(density === undefined ? {} : { density }),
  };
}

/** Reads stored grid layouts. Invalid parts are ignored. */
export function readGridPreferences(value: unknown): GridPreferences {
  if (!isRecord(value)) return {};
  const layouts: Partial<Record<GridName, GridLayout>> = {};
  for (const grid of GRIDS) {
    const layout = readLayout(value[grid]);
    if (layout !== null) layouts[grid] = layout;
  }
  return layouts;
}

/** Reads a stored width; null for anything else. */
export function readWidth(value: unknown): number | null {
  return isSize(value) ? value : null;
}

export function readMode(value: unknown): Mode {
  return MODES.find((mode) => mode === value) ?? 'system';
}

import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { readLocal, writeLocal } from '../../lib/local-storage.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { GridLayout } from '../../ui/data-table/types.ts';
import { MeDocument, SavePreferenceDocument } from '../generated/documents/preferences.ts';
import {
  type GridName,
  type Mode,
  type Preferences,
  type PreferencesAccess,
  PreferencesContext,
  readGridPreferences,
  readMode,
  readWidth,
} from './preferences.ts';

const GRIDS_KEY = 'datagridPreferences';
const MINI_KEY = 'switchboard.prefersMiniNavbar';
const DRAWER_KEY = 'switchboard.drawerWidth';
const SAVE_DELAY = 1000;

const schemeOf = (mode: Mode): MantineColorScheme => (mode === 'system' ? 'auto' : mode);
const modeOf = (scheme: MantineColorScheme): Mode => (scheme === 'auto' ? 'system' : scheme);

function readStored(): Preferences {
  return {
    prefersMiniNavbar: readLocal(MINI_KEY) === true,
    drawerWidth: readWidth(readLocal(DRAWER_KEY)),
    datagridPreferences: readGridPreferences(readLocal(GRIDS_KEY)),
  };
}

/**
 * Provides the person's preferences: from the browser's storage at first, then from the server. A preference that the
 * person has changed meanwhile keeps its value. Changes are stored in the browser at once and sent to the server after
 * a delay, or when the page is left.
 */
export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  // Without keepTransitions Mantine adds a style tag at each change, which the Content-Security-Policy refuses.
  const { colorScheme, setColorScheme: applyColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const latestApply = useLatest(applyColorScheme);
  const setColorScheme = useCallback((scheme: MantineColorScheme) => latestApply.current(scheme), []);
  const [preferences, setPreferences] = useState(readStored);
  const touched = useRef(new Set<string>());
  const unsaved = useRef(new Map<string, { readonly value: unknown; readonly timer: number }>());

  useEffect(() => {
    let isUnmounted = false;
    void client
      .query(MeDocument, {})
      .toPromise()
      .then(({ data }) => {
        // The cache answers null where the server left out a field.
        if (isUnmounted || !data) return;
        const { userPreferences, datagridPreferences } = data.meV2;
        const changed = touched.current;
        if (!changed.has('mode')) setColorScheme(schemeOf(readMode(userPreferences.mode)));
        setPreferences((current) => {
          const grids = readGridPreferences(datagridPreferences);
          const next = {
            prefersMiniNavbar: changed.has('prefersMiniNavbar')
              ? current.prefersMiniNavbar
              : userPreferences.prefersMiniNavbar,
            drawerWidth: changed.has('drawerWidth') ? current.drawerWidth : readWidth(userPreferences.drawerWidth),
            datagridPreferences: changed.has(GRIDS_KEY) ? current.datagridPreferences : grids,
          };
          writeLocal(MINI_KEY, next.prefersMiniNavbar);
          writeLocal(DRAWER_KEY, next.drawerWidth);
          writeLocal(GRIDS_KEY, next.datagridPreferences);
          return next;
        });
      });
    return () => {
      isUnmounted = true;
    };
  }, [client, setColorScheme]);

  const send = useCallback(
    (name: string, value: unknown, keepalive = false) => {
      unsaved.current.delete(name);
      void client.mutation(SavePreferenceDocument, { name, value }, { fetchOptions: { keepalive } }).toPromise();
    },
    [client],
  );
  const save = useCallback(
    (name: string, value: unknown) => {
      touched.current.add(name);
      clearTimeout(unsaved.current.get(name)?.timer);
      unsaved.current.set(name, { value, timer: window.setTimeout(() => send(name, value), SAVE_DELAY) });
    },
    [send],
  );
  useEffect(() => {
    // The page may be gone before the delay, and before the answer.
    const sendAll = (): void => {
      for (const [name, { value, timer }] of unsaved.current) {
        clearTimeout(timer);
        send(name, value, true);
      }
    };
    window.addEventListener('pagehide', sendAll);
    return () => {
      window.removeEventListener('pagehide', sendAll);
      sendAll();
    };
  }, [send]);

  const setMode = useCallback(
    (mode: Mode) => {
      setColorScheme(schemeOf(mode));
      save('mode', mode);
    },
    [setColorScheme, save],
  );
  const setMiniNavbar = useCallback(
    (mini: boolean) => {
      setPreferences((current) => ({ ...current, prefersMiniNavbar: mini }));
      writeLocal(MINI_KEY, mini);
      save('prefersMiniNavbar', mini);
    },
    [save],
  );
  const setDrawerWidth = useCallback(
    (width: number) => {
      setPreferences((current) => ({ ...current, drawerWidth: width }));
      writeLocal(DRAWER_KEY, width);
      save('drawerWidth', width);
    },
    [save],
  );
  const grids = preferences.datagridPreferences;
  const setGrid = useCallback(
    (grid: GridName, layout: GridLayout) => {
      const next = { ...grids, [grid]: layout };
      setPreferences((current) => ({ ...current, datagridPreferences: next }));
      writeLocal(GRIDS_KEY, next);
      save(GRIDS_KEY, next);
    },
    [grids, save],
  );

  const access = useMemo<PreferencesAccess>(
    () => ({ preferences, mode: modeOf(colorScheme), setMode, setMiniNavbar, setDrawerWidth, setGrid }),
    [preferences, colorScheme, setMode, setMiniNavbar, setDrawerWidth, setGrid],
  );
  return <PreferencesContext value={access}>{children}</PreferencesContext>;
}

import type { DayStatus, HealthLevel } from '@switchboard/model/status/health';
import type { StatusTone } from '@switchboard/model/status/status';
import type { StatusIcon } from '../../ui/status/status-icons.ts';

type View = { readonly tone: StatusTone; readonly icon: StatusIcon; readonly label: string };

/** How a level is shown. */
export const LEVEL_VIEWS: Readonly<Record<HealthLevel, View>> = {
  Error: { tone: 'error', icon: 'error', label: 'Error' },
  Issue: { tone: 'warning', icon: 'warning', label: 'Issue' },
  Notice: { tone: 'working', icon: 'info', label: 'Notice' },
  Working: { tone: 'completed', icon: 'completed', label: 'Working' },
};

/** How the status of a day is shown. */
export const DAY_VIEWS: Readonly<Record<DayStatus, View>> = {
  clean: { tone: 'completed', icon: 'completed', label: 'Clean' },
  retrying: { tone: 'warning', icon: 'retrying', label: 'Retrying' },
  expected: { tone: 'inactive', icon: 'waiting', label: 'Expected' },
  missing: { tone: 'skipped', icon: 'skipped', label: 'Missing' },
  warning: { tone: 'warning', icon: 'warning', label: 'Warning' },
  issue: { tone: 'warning', icon: 'error', label: 'Issue' },
  failed: { tone: 'error', icon: 'error', label: 'Failed' },
};

const NOTHING_DUE: View = { tone: 'skipped', icon: 'skipped', label: 'Nothing due' };

/** How a level of the server is shown; a level that this version does not know is shown as a notice. */
export const levelView = (level: string): View =>
  Object.entries(LEVEL_VIEWS).find(([name]) => name === level)?.[1] ?? LEVEL_VIEWS.Notice;

/** How the status of a day is shown; null: nothing is due. */
export const dayView = (status: string | null): View =>
  Object.entries(DAY_VIEWS).find(([name]) => name === status)?.[1] ?? NOTHING_DUE;

/** A day of a sparkline in words. */
export function dayText({ status, running }: { readonly status: string | null; readonly running: boolean }): string {
  const { label } = dayView(status);
  return running ? `${label}, running` : label;
}

const DEPENDENCY_VIEWS: Readonly<Record<string, View>> = {
  working: { tone: 'completed', icon: 'completed', label: 'Working' },
  active: { tone: 'completed', icon: 'completed', label: 'Active' },
  suspended: { tone: 'error', icon: 'error', label: 'Suspended' },
  blocked: { tone: 'warning', icon: 'warning', label: 'Blocked' },
  paused: { tone: 'inactive', icon: 'waiting', label: 'Paused' },
};

/** How the status of a declaration, of a key or of what a declaration needs is shown. */
export const dependencyView = (status: string): View =>
  DEPENDENCY_VIEWS[status] ?? { tone: 'inactive', icon: 'inactive', label: status };

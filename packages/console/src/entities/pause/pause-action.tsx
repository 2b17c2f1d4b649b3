import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { RowAction } from '../../ui/data-table/types.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import type { Pausable } from './pausable.ts';
import type { Pausing } from './use-pause.tsx';

/** The command of a row that pauses or resumes it. */
export function pauseAction(pausable: Pausable, status: string, ask: NonNullable<Pausing['ask']>): RowAction {
  return status === 'paused'
    ? { label: 'Resume', icon: <IconPlayerPlay size={ICON_SIZE} />, run: () => ask({ act: 'resume', pausable }) }
    : { label: 'Pause', icon: <IconPlayerPause size={ICON_SIZE} />, run: () => ask({ act: 'pause', pausable }) };
}

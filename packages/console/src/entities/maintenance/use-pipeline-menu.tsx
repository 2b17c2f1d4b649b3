import { IconBellOff, IconPlayerPause } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import type { Pipeline, PipelineCommand } from './pipeline.ts';

const PipelineDialog = lazyLayer(async () => (await import('./pipeline-dialog.tsx')).PipelineDialog);

export type PipelineMenu = {
  /** The commands of a declaration; none for people without the permission. A constant function. */
  readonly actionsOf: (pipeline: Pipeline) => readonly RowAction[];
  /** The dialog that a command opened. */
  readonly dialog: ReactNode;
};

/** Pausing, resuming and maintenance of downloads and uploads, from the rows of lists. */
export function usePipelineMenu(onChanged?: () => void): PipelineMenu {
  const mayManage = usePermission('manage-pipelines');
  const [command, setCommand] = useState<PipelineCommand | null>(null);
  const actionsOf = useCallback(
    (pipeline: Pipeline): readonly RowAction[] =>
      mayManage
        ? [
            {
              label: 'Pause or resume',
              icon: <IconPlayerPause size={ICON_SIZE} />,
              run: () => setCommand({ act: 'pause', pipeline }),
            },
            {
              label: 'Maintenance',
              icon: <IconBellOff size={ICON_SIZE} />,
              run: () => setCommand({ act: 'maintenance', pipeline }),
            },
          ]
        : [],
    [mayManage],
  );
  return {
    actionsOf,
    dialog: command !== null && (
      <PipelineDialog command={command} onChanged={onChanged} onClose={() => setCommand(null)} />
    ),
  };
}

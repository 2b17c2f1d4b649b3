import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import { ICON_SIZE } from '../theme/metrics.ts';

type Props = {
  /** Places the buttons in the drawing. */
  readonly className: string | undefined;
  /** Names the last button: "Show all". */
  readonly wholeLabel: string;
  readonly wholeIcon: ReactNode;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onShowWhole: () => void;
};

/** The buttons that zoom a drawing and show all of it. */
export function ZoomButtons({ className, wholeLabel, wholeIcon, onZoomIn, onZoomOut, onShowWhole }: Props) {
  const buttons = [
    { label: 'Zoom in', icon: <IconPlus size={ICON_SIZE} />, run: onZoomIn },
    { label: 'Zoom out', icon: <IconMinus size={ICON_SIZE} />, run: onZoomOut },
    { label: wholeLabel, icon: wholeIcon, run: onShowWhole },
  ];
  return (
    <Row gap={1} className={className} role="group" aria-label="Zoom">
      {buttons.map(({ label, icon, run }) => (
        <ActionIcon key={label} variant="default" aria-label={label} data-tip={label} onClick={run}>
          {icon}
        </ActionIcon>
      ))}
    </Row>
  );
}

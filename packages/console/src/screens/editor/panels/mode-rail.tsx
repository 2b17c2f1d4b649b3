import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFiles, IconGitCompare, IconKey } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from '../editor.module.css';
import type { Mode } from '../editor-parameters.ts';

const ICONS = {
  Files: IconFiles,
  Imports: IconArrowDown,
  Exports: IconArrowUp,
  Keys: IconKey,
  Changes: IconGitCompare,
} as const;

type Props = {
  readonly modes: readonly Mode[];
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
};

/** Selects the panel beside the text. The arrow keys move. */
export function ModeRail({ modes, mode, onMode }: Props) {
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = modes[(modes.indexOf(mode) + step + modes.length) % modes.length] ?? mode;
    onMode(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-mode="${next}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Mode" aria-orientation="vertical" className={styles['rail']} onKeyDown={move}>
      {modes.map((one) => {
        const ModeIcon = ICONS[one];
        return (
          <UnstyledButton
            key={one}
            role="tab"
            id={`mode-${one}`}
            aria-controls="mode-panel"
            aria-selected={one === mode}
            tabIndex={one === mode ? 0 : -1}
            data-mode={one}
            className={styles['mode'] ?? ''}
            onClick={() => onMode(one)}
          >
            <ModeIcon size={ICON_SIZE} aria-hidden="true" />
            <span>{one}</span>
          </UnstyledButton>
        );
      })}
    </div>
  );
}

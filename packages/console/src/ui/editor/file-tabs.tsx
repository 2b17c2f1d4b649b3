import { ActionIcon, Tabs } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { IconX } from '@tabler/icons-react';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './editor.module.css';

type Props = {
  readonly open: readonly string[];
  readonly active: string;
  readonly unsaved: ReadonlySet<string>;
  readonly onOpen: (path: string) => void;
  readonly onClose: (path: string) => void;
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The open files as tabs, with one button that closes the active one. */
export function FileTabs({ open, active, unsaved, onOpen, onClose }: Props) {
  return (
    <div className={styles['tabs']}>
      <Tabs value={active} onChange={(path) => onOpen(path ?? active)} className={styles['tabList'] ?? ''}>
        <Tabs.List aria-label="Open files">
          {open.map((path) => (
            <Tabs.Tab key={path} value={path} data-tip={path} className={styles['tab'] ?? ''}>
              {nameOf(path)}
              {unsaved.has(path) && <span role="img" aria-label="not saved" className={styles['dot']} />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {open.length > 1 && (
        <ActionIcon
          aria-label={`Close ${nameOf(active)}`}
          data-tip={`Close ${nameOf(active)}`}
          onClick={() => onClose(active)}
        >
          <IconX size={SMALL_ICON_SIZE} />
        </ActionIcon>
      )}
    </div>
  );
}

import { ActionIcon, Tabs } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './editor.module.css';

type Props = {
  readonly open: readonly string[];
  readonly active: string;
  readonly unsaved: ReadonlySet<string>;
  /** Whether the last tab can be closed, too. */
  readonly mayBeEmpty?: boolean;
  /** Rendered at the end. */
  readonly actions?: ReactNode;
  readonly onOpen: (path: string) => void;
  readonly onClose: (path: string) => void;
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The open files as tabs, with one button that closes the active one. Delete, or a middle click, closes a tab, too. */
export function FileTabs({ open, active, unsaved, mayBeEmpty = false, actions, onOpen, onClose }: Props) {
  const names = Map.groupBy(open, nameOf);
  const isClosable = open.length > 1 || mayBeEmpty;
  return (
    <div className={styles['tabs']}>
      <Tabs value={active} onChange={(path) => onOpen(path ?? active)} className={styles['tabList'] ?? ''}>
        <Tabs.List aria-label="Open files">
          {open.map((path) => (
            <Tabs.Tab
              key={path}
              value={path}
              data-tip={path}
              className={styles['tab'] ?? ''}
              onAuxClick={(event) => {
                if (event.button === 1 && isClosable) onClose(path);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Delete' && isClosable) onClose(path);
              }}
            >
              {/* Files of the same name show their folder, too. */}
              {(names.get(nameOf(path)) ?? []).length > 1 ? path.split('/').slice(-2).join('/') : nameOf(path)}
              {unsaved.has(path) && <span role="img" aria-label="not saved" className={styles['dot']} />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {isClosable && (
        <ActionIcon
          aria-label={`Close ${nameOf(active)}`}
          data-tip={`Close ${nameOf(active)}`}
          onClick={() => onClose(active)}
        >
          <IconX size={SMALL_ICON_SIZE} />
        </ActionIcon>
      )}
      {actions}
    </div>
  );
}

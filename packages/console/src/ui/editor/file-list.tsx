import { Box, Tree, useTree } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { IconChevronRight, IconFile } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo } from 'react';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './editor.module.css';
import { fileTree, foldersOf } from './file-nodes.ts';

type Props = {
  readonly label: string;
  readonly paths: readonly string[];
  readonly active: string;
  /** Paths with input that is not saved. */
  readonly unsaved: ReadonlySet<string>;
  /** Errors by file and folder. */
  readonly errors: ReadonlyMap<string, number>;
  readonly onOpen: (path: string) => void;
};

/** The files of a draft as a tree. Arrow keys move, Enter opens. */
export function FileList({ label, paths, active, unsaved, errors, onOpen }: Props) {
  const nodes = useMemo(() => fileTree(paths), [paths]);
  const tree = useTree({
    initialExpandedState: Object.fromEntries(foldersOf(paths).map((folder) => [folder, true])),
  });
  const open = (value: string): void => {
    if (paths.includes(value)) onOpen(value);
    else tree.toggleExpanded(value);
  };
  const openFocused = (event: KeyboardEvent): void => {
    const focused = event.target instanceof HTMLElement ? event.target.dataset['value'] : undefined;
    if (event.key !== 'Enter' || focused === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    open(focused);
  };
  return (
    <div className={styles['files']} onKeyDownCapture={openFocused}>
      <Tree
        aria-label={label}
        data={nodes}
        tree={tree}
        expandOnClick={false}
        renderNode={({ node, expanded, hasChildren, elementProps }) => {
          const count = errors.get(node.value) ?? 0;
          return (
            <Box
              {...elementProps}
              className={styles['file'] ?? ''}
              data-active={node.value === active || undefined}
              data-error={count > 0 || undefined}
              onClick={() => open(node.value)}
            >
              {hasChildren ? (
                <IconChevronRight
                  size={SMALL_ICON_SIZE}
                  aria-hidden="true"
                  className={styles['chevron']}
                  data-expanded={expanded || undefined}
                />
              ) : (
                <IconFile size={SMALL_ICON_SIZE} aria-hidden="true" />
              )}
              <span className={styles['fileName']}>{node.label}</span>
              {unsaved.has(node.value) && <span role="img" aria-label="not saved" className={styles['dot']} />}
              {count > 0 && (
                <span className={styles['count']} aria-label={count === 1 ? '1 error' : `${count} errors`} role="img">
                  {count}
                </span>
              )}
            </Box>
          );
        }}
      />
    </div>
  );
}

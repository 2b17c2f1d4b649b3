import { ActionIcon } from '@mantine/core';
import { IconChevronRight, IconDots, IconFile } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { SMALL_ICON_SIZE, TREE_LINE_HEIGHT } from '../theme/metrics.ts';
import styles from './editor.module.css';
import { type FileLine, fileTree, foldersAbove, lineAt, visibleLines } from './file-nodes.ts';

/** State of a file that the icon or letter of its line shows. */
export type FileMark = 'created' | 'updated' | 'renamed' | 'deleted';

type Props = {
  readonly label: string;
  readonly paths: readonly string[];
  readonly active: string | null;
  /** Paths with input that is not saved. */
  readonly unsaved: ReadonlySet<string>;
  readonly marks?: ReadonlyMap<string, FileMark>;
  /** Errors by file and folder. */
  readonly errors: ReadonlyMap<string, number>;
  readonly onOpen: (path: string) => void;
  /** Opens the menu of a file or folder below its button. Absent where nothing can be done with them. */
  readonly onMenu?: (line: FileLine, button: HTMLElement) => void;
  readonly onRename?: (line: FileLine) => void;
  readonly onDelete?: (line: FileLine) => void;
};

/** Trees of more files begin with closed folders. */
const MANY_FILES = 300;
const NO_MARKS: ReadonlyMap<string, FileMark> = new Map();
const LETTERS: Readonly<Record<FileMark, string>> = { created: 'A', updated: 'M', renamed: 'R', deleted: 'D' };
const OVERSCAN = 12;

const lineStyle = (start: number, level: number): CSSProperties =>
  ({ transform: `translateY(${start}px)`, height: TREE_LINE_HEIGHT, '--level': level }) as CSSProperties;

/** The files of a draft as a tree. Arrow keys move, Enter opens, F2 renames, Delete deletes, M opens the menu. */
export function FileTree({ label, paths, active, errors, marks = NO_MARKS, unsaved, ...props }: Props) {
  const nodes = useMemo(() => fileTree(paths), [paths]);
  const isLarge = paths.length > MANY_FILES;
  /** The folders that were opened or closed by hand; the others are open in small trees. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [shown, setShown] = useState<string | null>(null);
  if (active !== null && shown !== active) {
    setShown(active);
    setToggled(new Map([...toggled, ...foldersAbove(active).map((folder) => [folder, true] as const)]));
  }
  const lines = useMemo(
    () => visibleLines(nodes, (folder) => !(toggled.get(folder) ?? !isLarge)),
    [nodes, toggled, isLarge],
  );
  const [focused, setFocused] = useState<string | null>(null);
  const current = Math.max(
    0,
    lines.findIndex(({ path }) => path === (focused ?? active)),
  );
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => TREE_LINE_HEIGHT,
    overscan: OVERSCAN,
  });
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const element = box.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(wanted.current)}"]`);
    if (element === null || element === undefined) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  });

  const toggle = ({ path, isOpen }: FileLine): void => setToggled(new Map([...toggled, [path, isOpen !== true]]));
  const open = (line: FileLine): void => {
    setFocused(line.path);
    if (line.isOpen === null) props.onOpen(line.path);
    else toggle(line);
  };
  const openMenu = (line: FileLine, button: HTMLElement | null): void => {
    if (button !== null) props.onMenu?.(line, button);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const line = lines[current];
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const isToggle =
      (event.key === 'ArrowRight' && line.isOpen === false) || (event.key === 'ArrowLeft' && line.isOpen);
    const to = isToggle === true ? null : lineAt(lines, current, event.key);
    if (isToggle === true) toggle(line);
    else if (to !== null) {
      const path = lines[to]?.path ?? line.path;
      wanted.current = path;
      setFocused(path);
      virtual.scrollToIndex(to);
    } else if (event.key === 'Enter' || event.key === ' ') open(line);
    else if (event.key === 'F2' && props.onRename !== undefined) props.onRename(line);
    else if (event.key === 'Delete' && props.onDelete !== undefined) props.onDelete(line);
    else if (event.key === 'm' || event.key === 'ContextMenu')
      openMenu(line, event.currentTarget.querySelector(`[data-menu="${CSS.escape(line.path)}"]`));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} className={styles['files']}>
      <div
        role="tree"
        aria-label={label}
        className={styles['tree']}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const mark = marks.get(line.path);
          return (
            <div
              key={line.path}
              role="treeitem"
              aria-level={line.level}
              aria-posinset={line.position}
              aria-setsize={line.siblings}
              aria-selected={line.path === active}
              {...(line.isOpen === null ? {} : { 'aria-expanded': line.isOpen })}
              tabIndex={index === current ? 0 : -1}
              className={styles['file']}
              style={lineStyle(start, line.level)}
              data-path={line.path}
              data-active={line.path === active || undefined}
              data-error={(errors.get(line.path) ?? 0) > 0 || undefined}
              data-mark={mark}
              onFocus={() => setFocused(line.path)}
              onClick={() => open(line)}
            >
              {line.isOpen === null ? (
                <IconFile size={SMALL_ICON_SIZE} aria-hidden="true" className={styles['icon']} />
              ) : (
                <IconChevronRight
                  size={SMALL_ICON_SIZE}
                  aria-hidden="true"
                  className={styles['chevron']}
                  data-expanded={line.isOpen || undefined}
                />
              )}
              <span className={styles['fileName']} data-tip={line.path} data-tip-cut>
                {line.name}
              </span>
              <Signs line={line} mark={mark} isUnsaved={unsaved.has(line.path)} errors={errors.get(line.path) ?? 0} />
              {props.onMenu !== undefined && (
                <ActionIcon
                  size="sm"
                  tabIndex={-1}
                  className={styles['fileMenu'] ?? ''}
                  data-menu={line.path}
                  aria-label={`Actions for ${line.path}`}
                  aria-haspopup="menu"
                  onClick={(event) => {
                    event.stopPropagation();
                    setFocused(line.path);
                    openMenu(line, event.currentTarget);
                  }}
                >
                  <IconDots size={SMALL_ICON_SIZE} />
                </ActionIcon>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

type SignsProps = {
  readonly line: FileLine;
  readonly mark: FileMark | undefined;
  readonly isUnsaved: boolean;
  readonly errors: number;
};

function Signs({ mark, isUnsaved, errors }: SignsProps): ReactNode {
  return (
    <>
      {mark !== undefined && (
        <span role="img" aria-label={mark} data-tip={mark} className={styles['mark']}>
          {LETTERS[mark]}
        </span>
      )}
      {isUnsaved && <span role="img" aria-label="not saved" className={styles['dot']} />}
      {errors > 0 && (
        <span className={styles['count']} aria-label={errors === 1 ? '1 error' : `${errors} errors`} role="img">
          {errors}
        </span>
      )}
    </>
  );
}

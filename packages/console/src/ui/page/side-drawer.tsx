import { ActionIcon, CloseButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import {
  type CSSProperties,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useLatest } from '../../lib/use-latest.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Row, Stack } from '../layout/layout.tsx';
import { DRAWER_WIDTH, ICON_SIZE } from '../theme/metrics.ts';
import { drawerCommand } from './drawer-keys.ts';
import { DrawerSeparator } from './drawer-separator.tsx';
import styles from './side-drawer.module.css';

/** The ways to the rows before and after the open one; undefined at the ends of the list. */
export type DrawerSteps = {
  /** Noun of a row: "download". */
  readonly noun: string;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
};

type Props = {
  /** By default a `DrawerTitle` among the children. */
  readonly title?: string;
  readonly steps?: DrawerSteps;
  /** In pixels. */
  readonly width?: number | null;
  /** Called when the person has changed the width. */
  readonly onWidthChange?: (width: number) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

const TitleContext = createContext<HTMLElement | null>(null);

/** The title of the drawer around it. */
export function DrawerTitle({ children }: { readonly children: ReactNode }) {
  const element = useContext(TitleContext);
  return element === null ? null : createPortal(children, element);
}

/**
 * A drawer beside the page, which stays usable: from the right, over a part of it. Its width is changed at its left edge.
 * `j` and `k` go to the next and the previous row, Escape closes it.
 */
export function SideDrawer({ title, steps, width = null, onWidthChange, onClose, children }: Props) {
  useReturnFocus();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const [titleElement, setTitleElement] = useState<HTMLElement | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? width ?? DRAWER_WIDTH.initial;
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  usePlaceBeside(panel, shown);
  useDrawerKeys(panel, { close: onClose, next: steps?.next, previous: steps?.previous });
  return (
    <Stack
      as="aside"
      background="plain"
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={styles['panel']}
      style={{ '--drawer-width': `${shown}px` } as CSSProperties}
    >
      <DrawerSeparator
        width={shown}
        onDrag={setDragged}
        onChange={(next) => {
          setDragged(next);
          onWidthChange?.(next);
        }}
      />
      <Row as="header" gap={2} align="center" padding={[0, 3, 0, 5]} flex="none" className={styles['header']}>
        <h2 id={titleId} ref={setTitleElement} className={styles['title']}>
          {title}
        </h2>
        {steps !== undefined && <Steps {...steps} />}
        <CloseButton aria-label="Close" onClick={onClose} />
      </Row>
      <Stack padding={[3, 0, 0]} minHeight={0} flex={1}>
        <TitleContext value={titleElement}>{children}</TitleContext>
      </Stack>
    </Stack>
  );
}

function Steps({ noun, previous, next }: DrawerSteps) {
  const entries = [
    { label: `Previous ${noun}`, tip: `Previous ${noun} (K)`, run: previous, icon: <IconChevronUp size={ICON_SIZE} /> },
    { label: `Next ${noun}`, tip: `Next ${noun} (J)`, run: next, icon: <IconChevronDown size={ICON_SIZE} /> },
  ];
  return entries.map(({ label, tip, run, icon }) => (
    <ActionIcon
      key={label}
      aria-label={label}
      data-tip={tip}
      aria-disabled={run === undefined}
      {...(run === undefined && { 'data-disabled': true })}
      onClick={() => run?.()}
    >
      {icon}
    </ActionIcon>
  ));
}

/** Sets the width of the drawer on its page, whose list is drawn beside it. */
function usePlaceBeside(panel: React.RefObject<HTMLElement | null>, width: number): void {
  useLayoutEffect(() => {
    const page = panel.current?.parentElement;
    page?.style.setProperty('--beside', `${width}px`);
    return () => void page?.style.removeProperty('--beside');
  }, [panel, width]);
}

type Actions = { readonly close: () => void } & Partial<Record<'next' | 'previous', (() => void) | undefined>>;

/** Keys of the drawer, wherever the focus is; those pressed in another layer belong to that layer. */
function useDrawerKeys(panel: React.RefObject<HTMLElement | null>, actions: Actions): void {
  const latest = useLatest(actions);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = drawerCommand(event, panel.current);
      const run = command === null ? undefined : latest.current[command];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    // Before the grids, for which the same letters enter their rows.
    const element = panel.current?.ownerDocument;
    element?.addEventListener('keydown', onKey, { capture: true });
    return () => element?.removeEventListener('keydown', onKey, { capture: true });
  }, [panel]);
}

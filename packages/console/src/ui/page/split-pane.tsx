import { useSplitter } from '@mantine/hooks';
import { Fragment, type ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import styles from './split-pane.module.css';

export type Pane = {
  readonly name: string;
  /** Its share in percent at first. */
  readonly share: number;
  /** Its least share in percent. */
  readonly least?: number;
  /** Its content fills it and scrolls by itself. */
  readonly isFilled?: boolean;
  readonly content: ReactNode;
};

type Props = {
  readonly panes: readonly [Pane, Pane, ...Pane[]];
  readonly direction?: 'horizontal' | 'vertical';
};

const LEAST_SHARE = 10;

/** Panes side by side, or one below the other. The bars between them are dragged, or moved by the arrow keys. */
export function SplitPane({ panes, direction = 'horizontal' }: Props) {
  const { ref, sizes, getHandleProps } = useSplitter<HTMLDivElement>({
    orientation: direction,
    panels: panes.map(({ share, least = LEAST_SHARE }) => ({ defaultSize: share, min: least })),
    step: 5,
  });
  return (
    <Row
      width="full"
      minWidth={0}
      height="full"
      minHeight={0}
      ref={ref}
      className={styles['split']}
      data-direction={direction}
    >
      {panes.map((pane, index) => (
        <Fragment key={pane.name}>
          {index > 0 && (
            <div
              {...getHandleProps({ index: index - 1 })}
              role="separator"
              className={styles['bar']}
              aria-label={`Resize ${panes[index - 1]?.name ?? ''}`}
            />
          )}
          <section
            className={styles['pane']}
            aria-label={pane.name}
            style={{ flexGrow: Number(sizes[index] ?? pane.share) }}
            {...(pane.isFilled === true ? { 'data-filled': true } : { tabIndex: 0 })}
          >
            {pane.content}
          </section>
        </Fragment>
      ))}
    </Row>
  );
}

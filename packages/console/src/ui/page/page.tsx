import type { ReactNode } from 'react';
import { Row, Stack } from '../layout/layout.tsx';
import styles from './page.module.css';

type Props = {
  /** A text, or the field in which it is edited. */
  readonly title: ReactNode;
  /** Rendered above the title, such as the path to the page. */
  readonly above?: ReactNode;
  /** Rendered beside the title. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A screen inside the shell: title, actions at the right, and content that fills the remaining space. */
export function Page({ title, above, aside, actions, children }: Props) {
  return (
    <Stack minWidth={0} height="full" minHeight={0} className={styles['page']}>
      {above !== undefined && <div className={styles['above']}>{above}</div>}
      <Row gap={[2, 3]} align="center" wrap padding={[4, 5, 2]} className={styles['head']}>
        <h1 className={styles['title']} tabIndex={-1}>
          {title}
        </h1>
        {aside}
        {actions !== undefined && (
          <Row gap={2} wrap atEnd>
            {actions}
          </Row>
        )}
      </Row>
      {children}
    </Stack>
  );
}

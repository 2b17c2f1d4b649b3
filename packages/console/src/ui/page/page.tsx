import type { ReactNode } from 'react';
import styles from './page.module.css';

type Props = {
  readonly title: string;
  /** Beside the title: whether the page is live. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A screen inside the shell: its title, its actions at the right, and its content filling what is left. */
export function Page({ title, aside, actions, children }: Props) {
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{title}</h1>
        {aside}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

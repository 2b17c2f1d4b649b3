import type { ReactNode } from 'react';
import styles from './gallery.module.css';

type SectionProps = {
  readonly title: string;
  /** One specimen in each line. */
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** The specimens of one kind of piece. */
export function Section({ title, wide = false, children }: SectionProps) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h2>{title}</h2>
      <div className={styles['specimens']} data-wide={wide || undefined}>
        {children}
      </div>
    </section>
  );
}

type Props = {
  /** The piece and its state. */
  readonly title: string;
  readonly padded?: boolean;
  readonly children: ReactNode;
};

/** One piece in one state. */
export function Specimen({ title, padded = false, children }: Props) {
  return (
    <div className={styles['specimen']} data-specimen={title}>
      <h3>{title}</h3>
      <div className={styles['frame']}>{padded ? <div className={styles['padded']}>{children}</div> : children}</div>
    </div>
  );
}

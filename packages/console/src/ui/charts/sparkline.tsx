import styles from './sparkline.module.css';
import { SPARKLINE, sparklinePath } from './sparkline-path.ts';

type Props = {
  /** The line in words: "Rows in the last 7 days: 1.2M to 1.9M, now 1.8M". */
  readonly label: string;
  /** From left to right; null where there is no value. */
  readonly values: readonly (number | null)[];
};

/** A small line without axes, for a table cell or a tile. */
export function Sparkline({ label, values }: Props) {
  return (
    <svg
      className={styles['sparkline']}
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      data-tip={label}
    >
      <path d={sparklinePath(values)} className={styles['line']} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

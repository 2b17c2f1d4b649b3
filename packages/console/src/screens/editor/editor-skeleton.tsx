import { Skeleton } from '@mantine/core';
import styles from './editor.module.css';

const LINES = [70, 45, 60, 52, 38, 64, 48, 56];

/** The layout of the editor while the draft is loaded. */
export function EditorSkeleton() {
  return (
    <div className={styles['editor']} aria-busy="true">
      <div className={styles['header']}>
        <p role="status" className={styles['loading']}>
          Loading Draft...
        </p>
      </div>
      <div className={styles['body']}>
        <div className={styles['side']}>
          <div className={styles['skeletons']}>
            {LINES.map((width) => (
              <Skeleton key={width} height={14} width={`${width}%`} />
            ))}
          </div>
        </div>
        <div className={styles['work']}>
          <div className={styles['skeletons']}>
            {LINES.map((width) => (
              <Skeleton key={width} height={14} width={`${width}%`} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

import { Skeleton } from '@mantine/core';
import { Row } from '../../ui/layout/layout.tsx';
import styles from './asset-graph.module.css';

const LAYERS = [4, 5, 3, 2];

type Props = {
  readonly label: string;
  /** Whether the rows above the drawing are still to come, too. */
  readonly hasFilters?: boolean;
};

/** Stands for a graph that is on its way: nodes in layers. */
export function GraphSkeleton({ label, hasFilters = false }: Props) {
  return (
    <>
      {hasFilters && (
        <Row gap={2} padding={[1, 5, 3]} aria-hidden="true">
          <Skeleton height="var(--control)" width="var(--card)" />
        </Row>
      )}
      <div className={styles['layers']} role="status" aria-busy="true" aria-label={label}>
        {LAYERS.map((count, layer) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
          <div key={layer} className={styles['layer']}>
            {Array.from({ length: count }, (_, node) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
              <Skeleton key={node} height="var(--row)" />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

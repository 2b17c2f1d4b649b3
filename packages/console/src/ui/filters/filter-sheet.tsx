import { Button, Drawer } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { Row } from '../layout/layout.tsx';
import { LinkChip } from './filter-chips.tsx';
import { type Filters, isFilterSet, isSettable, keyOf } from './filter-spec.ts';
import styles from './filters.module.css';
import { SettableFilter } from './settable-filter.tsx';

export type FilterSheetProps = Filters & {
  /** Undefined while nothing is set. */
  readonly onClearAll: (() => void) | undefined;
  readonly onClose: () => void;
};

/** All filters of a list in a sheet from below. */
export function FilterSheet({ specs, values, onChange, loaded, onClearAll, onClose }: FilterSheetProps) {
  return (
    <Drawer
      opened
      position="bottom"
      title="Filters"
      classNames={{ content: styles['sheetContent'] ?? '' }}
      onClose={onClose}
    >
      <Row gap={3} align="center" wrap className={styles['sheet']}>
        {specs.map((spec) => {
          if (isSettable(spec))
            return <SettableFilter key={keyOf(spec)} spec={spec} values={values} onChange={onChange} loaded={loaded} />;
          if (spec.kind === 'link' && isFilterSet(spec, values))
            return <LinkChip key={keyOf(spec)} spec={spec} values={values} onChange={onChange} />;
          return null;
        })}
      </Row>
      <Row gap={2} justify="end">
        <Button disabled={onClearAll === undefined} onClick={onClearAll}>
          Clear all
        </Button>
        <Button variant="filled" onClick={onClose}>
          Show results
        </Button>
      </Row>
    </Drawer>
  );
}

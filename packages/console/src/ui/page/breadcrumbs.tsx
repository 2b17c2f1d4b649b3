import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Row, Text } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './breadcrumbs.module.css';

export type Crumb = { readonly label: string; readonly to: string };

type Props = {
  /** The pages above, the outermost first. */
  readonly parents: readonly Crumb[];
  /** The page itself. */
  readonly current: string;
};

/** The path to a page: Vault > Key details. */
export function Breadcrumbs({ parents, current }: Props) {
  return (
    <nav aria-label="Breadcrumb">
      <Row as="ol" gap={1} wrap tone="dim">
        {parents.map(({ label, to }) => (
          <Row as="li" gap={1} align="center" minHeight="touch" breakWords key={to} className={styles['crumb']}>
            <Text as={Link} tone="accent" to={to}>
              {label}
            </Text>
            <IconChevronRight size={SMALL_ICON_SIZE} aria-hidden="true" />
          </Row>
        ))}
        <Row
          as="li"
          gap={1}
          align="center"
          minHeight="touch"
          breakWords
          className={styles['crumb']}
          aria-current="page"
        >
          {current}
        </Row>
      </Row>
    </nav>
  );
}

import type { ReactNode } from 'react';
import { Row, Stack, Text } from '../layout/layout.tsx';
import styles from './facts.module.css';

/** A list of facts about an object: labels with their values. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <Stack as="dl" gap={3}>
      {children}
    </Stack>
  );
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles['fact']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Facts side by side, each value below its label: a few numbers or short texts. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return (
    <Row as="dl" gap={[2, 8]} wrap className={styles['stats']}>
      {children}
    </Row>
  );
}

export function Stat({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Stands for a value that is not there. */
export function Unset({ children = 'Not set' }: { readonly children?: ReactNode }) {
  return <Text tone="faint">{children}</Text>;
}

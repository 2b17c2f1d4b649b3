import { Tabs, VisuallyHidden } from '@mantine/core';
import '../theme/mantine-layer-styles.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Text } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './tab-panels.module.css';

export type TabPanel = {
  readonly name: string;
  readonly label: string;
  /** How many things in it have an error: the tab is red, with a mark that says how many. */
  readonly errors?: number;
  /** How many things it lists. */
  readonly count?: number;
  readonly content: ReactNode;
};

type Props = {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly TabPanel[];
  readonly active: string;
  readonly onChange: (name: string) => void;
  /** The panel takes the height that the page leaves, for a grid or a diagram. */
  readonly isTall?: boolean;
};

/** Tabs with their panels. Arrow keys move between tabs. */
export function TabPanels({ label, tabs, active, onChange, isTall = false }: Props) {
  return (
    <Tabs value={active} className={isTall ? (styles['tall'] ?? '') : ''} onChange={(name) => onChange(name ?? active)}>
      <Tabs.List aria-label={label}>
        {tabs.map(({ name, label: title, errors = 0, count }) => (
          <Tabs.Tab
            key={name}
            value={name}
            className={styles['tab'] ?? ''}
            data-error={errors > 0 || undefined}
            rightSection={
              errors > 0 ? <ErrorMark count={errors} /> : count === undefined ? null : <Count count={count} />
            }
          >
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className={styles['panel'] ?? ''}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Count({ count }: { readonly count: number }) {
  return (
    <Text size="small" tone="dim">
      {count}
    </Text>
  );
}

function ErrorMark({ count }: { readonly count: number }) {
  return (
    <>
      <IconAlertCircle size={SMALL_ICON_SIZE} aria-hidden="true" />
      <VisuallyHidden>{count === 1 ? '1 error' : `${count} errors`}</VisuallyHidden>
    </>
  );
}

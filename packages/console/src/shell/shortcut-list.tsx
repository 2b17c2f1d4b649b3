import { Kbd, Modal } from '@mantine/core';
import '../ui/theme/mantine-layer-styles.ts';
import { Fragment } from 'react';
import { useSession } from '../api/session/session.ts';
import { useReturnFocus } from '../lib/use-return-focus.ts';
import { permittedScreens } from '../screens.ts';
import styles from './shell.module.css';

type Props = { readonly onClose: () => void };

const GENERAL: readonly (readonly [readonly string[], string])[] = [
  [['Ctrl', 'K'], 'Search or jump to a screen or an account'],
  [['/'], 'Search this page'],
  [['↑', '↓'], 'Move among the rows of a list; also K and J'],
  [['Enter'], 'Open the row'],
  [['Space'], 'Expand or collapse the row'],
  [['X'], 'Select the row; Shift with X or an arrow selects a range, Ctrl A all loaded rows, Esc none'],
  [['M'], 'Open the row’s menu'],
  [['J', 'K'], 'In an open drawer: go to the next or the previous row'],
  [['Esc'], 'Close the dialog, drawer or menu'],
  [['?'], 'This list'],
];

/** The list of keyboard shortcuts. */
export function ShortcutList({ onClose }: Props) {
  useReturnFocus();
  const { permissions } = useSession();
  const entries = [
    ...GENERAL,
    ...permittedScreens(permissions).flatMap(({ key, title }) =>
      key === undefined ? [] : [[['G', key.toUpperCase()], `Go to ${title}`] as const],
    ),
  ];
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles['shortcuts']}>
        {entries.map(([keys, meaning]) => (
          <Fragment key={meaning}>
            <dt>
              {keys.map((key) => (
                <Fragment key={key}>
                  <Kbd>{key}</Kbd>{' '}
                </Fragment>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}

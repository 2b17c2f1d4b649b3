import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import styles from '../editor.module.css';
import { PREVIEW_KEYS } from '../editor-shortcuts.ts';
import { withCommand } from '../header/editor-header.tsx';

const SHORTCUTS: readonly (readonly [string, string])[] = [
  [withCommand('S'), 'Save'],
  [withCommand('Y'), 'Test'],
  [withCommand('Enter'), 'Publish'],
  [PREVIEW_KEYS, 'Preview the table at the cursor'],
  [withCommand('F'), 'Find'],
  [withCommand('G'), 'Go to line'],
  [withCommand('L'), 'Select line'],
  [withCommand('D'), 'Multicursor: add the next occurrence'],
  ['Alt Click', 'Multicursor: add a cursor'],
  ['Alt ↑ ↓', 'Move lines'],
  [withCommand('Shift K'), 'Delete lines'],
  [withCommand('Space'), 'Complete'],
  [withCommand('.'), 'Fix the problem'],
  ['F8', 'Next problem'],
  ['F12', 'Go to definition'],
  ['Shift F12', 'References'],
  ['Alt Shift L', 'Show the lineage of the column or table at the cursor'],
  ['F2', 'Rename'],
  ['Shift Alt F', 'Format'],
  [withCommand('Shift O'), 'Go to a name of the file'],
  ['F1', 'All commands'],
];

/** The shortcuts of the editor. */
export function ShortcutsHelp() {
  return (
    <div className={styles['help']}>
      <h2 className={styles['helpTitle']}>Shortcuts</h2>
      <dl className={styles['shortcuts']}>
        {SHORTCUTS.map(([keys, meaning]) => (
          <Fragment key={meaning}>
            <dt>
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

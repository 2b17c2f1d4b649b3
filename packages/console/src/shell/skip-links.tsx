import type { MouseEvent } from 'react';
import styles from './shell.module.css';

/** The element that the grid offers to the Tab key: its current row. */
const FIRST_ROW = '#main [data-row-id][tabindex="0"]';

function focusOn(...selectors: readonly string[]): (event: MouseEvent) => void {
  return (event) => {
    event.preventDefault();
    const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector));
    found.find((element) => element !== null)?.focus();
  };
}

const toContent = focusOn('#main h1', '#main');
const toRows = focusOn(FIRST_ROW, '#main h1', '#main');

/** The first Tab stops of a page; visible while they have the focus. */
export function SkipLinks() {
  return (
    <div className={styles['skips']}>
      <button type="button" className={styles['skip']} onClick={toContent}>
        Skip to the content
      </button>
      <button type="button" className={styles['skip']} onClick={toRows}>
        Skip to the first row
      </button>
    </div>
  );
}

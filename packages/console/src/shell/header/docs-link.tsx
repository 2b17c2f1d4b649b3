import styles from '../shell.module.css';

/** Leads to the documentation, which the server has as pages of its own. */
export function DocsLink() {
  return (
    <a className={styles['docs']} href="/docs">
      Docs
    </a>
  );
}

import type { ReactNode } from 'react';
import styles from './form-parts.module.css';

/** The buttons below a form. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}

/** A problem of a form as a whole, within its banner. */
export function GeneralProblem({ children }: { readonly children: ReactNode }) {
  return <p className={styles['general']}>{children}</p>;
}

import type { IntegrationType } from '@switchboard/model';
import { Link } from 'react-router';
import styles from './integrations.module.css';

type Props = { readonly types: readonly IntegrationType[]; readonly linkTo: (type: string) => string };

/** The types of integrations that a person may add. */
export function TypeChooser({ types, linkTo }: Props) {
  return (
    <ul className={styles['types']} aria-label="Types of integrations">
      {types.map(({ name, displayName, description }) => (
        <li key={name}>
          <Link to={linkTo(name)} className={styles['type'] ?? ''}>
            <span className={styles['entryName']}>{displayName}</span>
            <span className={styles['entryDetails']}>{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

import type { IntegrationType } from '@switchboard/model/integrations/integration-types';
import { Link } from 'react-router';
import styles from './integrations.module.css';

type Props = { readonly types: readonly IntegrationType[]; readonly linkTo: (type: IntegrationType) => string };

/** The types of integrations that a person may add. */
export function TypeChooser({ types, linkTo }: Props) {
  return (
    <ul className={styles['types']} aria-label="Types of integrations">
      {types.map((type) => (
        <li key={type.name}>
          <Link to={linkTo(type)} className={styles['type'] ?? ''}>
            <span className={styles['entryName']}>{type.displayName}</span>
            <span className={styles['entryDetails']}>{type.description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

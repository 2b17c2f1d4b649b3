import type { IntegrationType } from '@switchboard/model/integrations/integration-types';
import { Link } from 'react-router';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import styles from './integrations.module.css';

type Props = { readonly types: readonly IntegrationType[]; readonly linkTo: (type: IntegrationType) => string };

/** The types of integrations that a person may add. */
export function TypeChooser({ types, linkTo }: Props) {
  return (
    <Stack as="ul" gap={2} aria-label="Types of integrations">
      {types.map((type) => (
        <li key={type.name}>
          <Stack
            as={Link}
            gap={[1, 3]}
            padding={[3, 4]}
            frame="large"
            tone="text"
            underline="none"
            to={linkTo(type)}
            className={styles['type']}
          >
            <Text weight="medium" truncate>
              {type.displayName}
            </Text>
            <span className={styles['entryDetails']}>{type.description}</span>
          </Stack>
        </li>
      ))}
    </Stack>
  );
}

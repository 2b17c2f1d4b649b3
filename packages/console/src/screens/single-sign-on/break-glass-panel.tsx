import { Button, MultiSelect } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { SaveSsoBreakGlassDocument } from '../../api/generated/documents/single-sign-on.ts';
import type { SsoFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import styles from './single-sign-on.module.css';

type Props = { readonly facts: SsoFactsFragment; readonly onChanged: () => void };

/** The administrators who enter by password and second factor while the provider is down. */
export function BreakGlassPanel({ facts, onChanged }: Props) {
  const stored = facts.break_glass.map(({ id }) => id);
  const [edited, setEdited] = useState<readonly string[] | null>(null);
  const chosen = edited ?? stored;
  const { run, isPending } = useMutationAction(SaveSsoBreakGlassDocument, {
    done: () => 'Break-glass administrators saved',
  });
  const save = async (): Promise<void> => {
    if ((await run({ person_ids: [...chosen] })) === null) return;
    setEdited(null);
    onChanged();
  };
  // Somebody who was chosen stays in the list when they are an administrator no more.
  const people = new Map([...facts.administrators, ...facts.break_glass].map((person) => [person.id, person]));
  const options = [...people.values()].map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
  return (
    <Stack as="section" gap={3} padding={4} frame="large" className={styles['panel']} aria-labelledby="break-glass">
      <Stack gap={1}>
        <Text as="h2" size="large" weight="strong" id="break-glass">
          Break-glass administrators
        </Text>
        <Text as="p" tone="dim">
          They sign in with a password and a second factor also where single sign-on is the only way: for the day on
          which the provider is down.
        </Text>
      </Stack>
      <Row gap={2} align="end" wrap>
        <MultiSelect
          className={styles['grow'] ?? ''}
          label="Administrators"
          labelProps={{ mb: 'xs' }}
          placeholder={chosen.length === 0 ? 'Choose people' : ''}
          data={options}
          value={[...chosen]}
          onChange={setEdited}
          searchable
          nothingFoundMessage="No such administrator"
        />
        <Button loading={isPending} disabled={edited === null} onClick={() => void save()}>
          Save administrators
        </Button>
      </Row>
    </Stack>
  );
}

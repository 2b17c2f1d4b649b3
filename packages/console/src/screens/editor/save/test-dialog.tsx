import { Button, Checkbox, Group, Modal, Switch, Text, TextInput } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import type { Declaration } from '../../../ui/editor/language/language-client.ts';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from '../editor.module.css';

type Props = {
  readonly uploads: readonly Declaration[];
  readonly onClose: () => void;
  /** Resolves to whether the tests were started. */
  readonly onLaunch: (uploads: readonly string[], fetchNew: boolean) => Promise<boolean>;
};

/** Chooses the uploads of a test run. */
export function TestDialog({ uploads, onClose, onLaunch }: Props) {
  useReturnFocus();
  const [chosen, setChosen] = useState<readonly string[]>(uploads.length === 1 ? uploads.map(({ name }) => name) : []);
  const [search, setSearch] = useState('');
  const [working, setWorking] = useState<boolean | null>(null);
  const words = search.trim().toLowerCase();
  const found = uploads.filter(({ name }) => name.toLowerCase().includes(words));
  const isAll = found.length > 0 && found.every(({ name }) => chosen.includes(name));
  const toggleAll = (): void => {
    const names = found.map(({ name }) => name);
    const rest = chosen.filter((name) => !names.includes(name));
    setChosen(isAll ? rest : [...rest, ...names]);
  };
  const toggle = (name: string): void =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const launch = async (fetchNew: boolean): Promise<void> => {
    setWorking(fetchNew);
    const isDone = await onLaunch(chosen, fetchNew);
    setWorking(null);
    if (isDone) onClose();
  };
  const isEmpty = chosen.length === 0;
  return (
    <Modal opened onClose={onClose} title="Launch Test" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      {uploads.length === 0 ? (
        <Text>The draft declares no uploads. Declare one, then test it.</Text>
      ) : (
        <>
          <Group gap="sm" wrap="nowrap">
            <TextInput
              className={styles['grow'] ?? ''}
              aria-label="Search uploads"
              placeholder="Search uploads"
              data-autofocus
              leftSection={<IconSearch size={ICON_SIZE} />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Switch label="All" checked={isAll} disabled={found.length === 0} onChange={toggleAll} />
          </Group>
          <fieldset className={styles['uploads']}>
            <legend className={styles['legend']}>
              {isEmpty ? 'Choose at least one upload.' : `${chosen.length} of ${uploads.length} uploads`}
            </legend>
            {found.map(({ name, connector_type: connector, test }) => (
              <Checkbox
                key={name}
                label={name}
                description={test ? `${connector} · has a test target` : `${connector} · without a test target`}
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
              />
            ))}
            {found.length === 0 && <Text c="dimmed">No uploads</Text>}
          </fieldset>
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button disabled={isEmpty || working === true} loading={working === false} onClick={() => void launch(false)}>
          Test with existing downloads
        </Button>
        <Button
          variant="filled"
          disabled={isEmpty || working === false}
          loading={working === true}
          onClick={() => void launch(true)}
        >
          Test with new downloads
        </Button>
      </Group>
    </Modal>
  );
}

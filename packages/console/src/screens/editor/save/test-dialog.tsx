import { Button, Checkbox, Group, Modal, Switch, Text, TextInput } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import type { PreviewPublishMutationVariables } from '../../../api/generated/graphql.ts';
import { changedUploads } from '../../../entities/test-run/changed-uploads.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import type { Declaration } from '../../../ui/editor/language/language-client.ts';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import styles from '../editor.module.css';

type Props = {
  /** The draft as it is edited. */
  readonly script: () => PreviewPublishMutationVariables;
  readonly uploads: readonly Declaration[];
  readonly onClose: () => void;
  /** Resolves to whether the tests were started. */
  readonly onLaunch: (uploads: readonly string[], fetchNew: boolean) => Promise<boolean>;
};

/** Chooses the uploads of a test run. Those that the draft changes are chosen at first, and stand first. */
export function TestDialog({ script, uploads, onClose, onLaunch }: Props) {
  useReturnFocus();
  const client = useClient();
  const [asked] = useState(script);
  const [changed, setChanged] = useState<readonly string[]>([]);
  /** Null until the person has chosen. */
  const [own, setChosen] = useState<readonly string[] | null>(null);
  useEffect(() => changedUploads(client, asked, setChanged), [client, asked]);
  const names = uploads.map(({ name }) => name);
  const chosen = own ?? (names.length === 1 ? names : names.filter((name) => changed.includes(name)));
  const [search, setSearch] = useState('');
  const [working, setWorking] = useState<boolean | null>(null);
  const words = search.trim().toLowerCase();
  const isChanged = ({ name }: Declaration): boolean => changed.includes(name);
  const ordered = [...uploads.filter(isChanged), ...uploads.filter((upload) => !isChanged(upload))];
  const found = ordered.filter(({ name }) => name.toLowerCase().includes(words));
  const isAll = found.length > 0 && found.every(({ name }) => chosen.includes(name));
  const toggleAll = (): void => {
    const shown = found.map(({ name }) => name);
    const rest = chosen.filter((name) => !shown.includes(name));
    setChosen(isAll ? rest : [...rest, ...shown]);
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
    <Modal opened onClose={onClose} title="Launch Test" size="lg">
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
                description={[
                  connector,
                  test ? 'delivered to its test target' : 'kept, and delivered nowhere',
                  ...(changed.includes(name) ? ['changed by this draft'] : []),
                ].join(' · ')}
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

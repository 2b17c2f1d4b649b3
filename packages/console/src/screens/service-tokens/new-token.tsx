import { Button, Group, Modal, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { IconCopy } from '@tabler/icons-react';
import { useSession } from '../../api/session/session.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './service-tokens.module.css';

type Props = {
  readonly token: string;
  readonly name: string;
  readonly managesUsers: boolean;
  readonly onClose: () => void;
};

/** A token that was just created: the only time that it is shown. It is closed by its buttons alone. */
export function NewToken({ token, name, managesUsers, onClose }: Props) {
  const { urlName } = useSession().account;
  const commands = [
    `export SWITCHBOARD_URL=${window.location.origin}`,
    `export SWITCHBOARD_ACCOUNT=${urlName}`,
    'export SWITCHBOARD_TOKEN=…',
    'npx switchboard pull --folder scripts',
  ].join('\n');
  return (
    <Modal opened onClose={onClose} title={`Token of ${name}`} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap={3} minWidth={0}>
        <Banner tone="warning" title="Copy it now: it is not shown again.">
          Switchboard keeps only a hash of it. Store it as a secret of the program that uses it.
        </Banner>
        <TextInput
          label="Token"
          labelProps={{ mb: 'xs' }}
          readOnly
          value={token}
          classNames={{ input: styles['token'] ?? '' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="filled"
          data-autofocus
          leftSection={<IconCopy size={ICON_SIZE} />}
          onClick={() => void copyText(token, 'Token copied')}
        >
          Copy token
        </Button>
        <p className={styles['text']}>
          {managesUsers
            ? 'Enter it in the provisioning settings of the directory, with the address of this service:'
            : 'The command line reads it from its environment:'}
        </p>
        <Text as="pre" padding={3} overflow="auto" frame="normal" background="soft" size="small" mono>
          {managesUsers ? `${window.location.origin}/api/scim/v2` : commands}
        </Text>
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
}

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSaveFile } from '../../api/files/use-save-file.ts';
import { accountExport, EXPORT_FAILED } from '../../entities/administration/account-export.ts';
import styles from '../../entities/administration/administration.module.css';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';

/** Saves the definitions of the account. */
export function ExportPanel({ urlName }: { readonly urlName: string }) {
  const { save, isPending } = useSaveFile(EXPORT_FAILED);
  return (
    <Stack as="section" gap={3} padding={4} frame="large" className={styles['panel']} aria-labelledby="export">
      <Text as="h2" size="large" weight="strong" id="export">
        Export
      </Text>
      <Text as="p" tone="dim">
        Scripts with all versions, keys without secrets, integrations, users, roles and settings as lines of JSON.
        Without runs, files and the audit log.
      </Text>
      <div>
        <Button
          leftSection={<IconDownload size={ICON_SIZE} />}
          loading={isPending}
          onClick={() => void save(accountExport(urlName))}
        >
          Export account
        </Button>
      </div>
    </Stack>
  );
}

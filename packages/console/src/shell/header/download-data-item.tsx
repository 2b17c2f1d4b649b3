import { UnstyledButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSaveFile } from '../../api/files/use-save-file.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';

/** Saves the data that the installation keeps of the person. */
export function DownloadDataItem() {
  const { save, isPending } = useSaveFile('Error downloading your data');
  return (
    <UnstyledButton
      className={styles['item']}
      aria-busy={isPending}
      onClick={() => void save({ path: '/api/user/data', name: 'switchboard-personal-data.json' })}
    >
      <IconDownload size={ICON_SIZE} aria-hidden="true" />
      Download my data
    </UnstyledButton>
  );
}

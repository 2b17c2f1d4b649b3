import { UnstyledButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { requestIdOf, UnreachableError } from '../../api/http.ts';
import { useTransport } from '../../api/transport-context.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';

const FAILED = 'Error downloading your data';
const NAME = 'switchboard-personal-data.json';

/** Saves the data that the installation keeps of the person. */
export function DownloadDataItem() {
  const transport = useTransport();
  const [isPending, setIsPending] = useState(false);
  const download = async (): Promise<void> => {
    if (isPending) return;
    setIsPending(true);
    try {
      const response = await transport.fetch('/api/user/data', {});
      if (response.ok) saveBlob(await response.blob(), NAME);
      else toastFailed(FAILED, requestIdOf(response));
    } catch (error) {
      toastFailed(FAILED, error instanceof UnreachableError ? error.requestId : undefined);
    } finally {
      setIsPending(false);
    }
  };
  return (
    <UnstyledButton className={styles['item']} aria-busy={isPending} onClick={() => void download()}>
      <IconDownload size={ICON_SIZE} aria-hidden="true" />
      Download my data
    </UnstyledButton>
  );
}

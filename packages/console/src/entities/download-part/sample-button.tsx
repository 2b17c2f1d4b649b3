import { sampleButton, sampleFileName } from '@switchboard/model/presentation/file-age';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { fileFailure, useAccountFiles } from '../../api/files/account-files.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { QuietButton } from '../transfer/quiet-button.tsx';
import { type Part, type PartOwner, samplePath } from './part-files.ts';

type Props = { readonly part: Pick<Part, 'legacy_flow_source_id'>; readonly owner: PartOwner };

/** Fetches the sample of a part: ready, loading, error (click to retry), or expired. */
export function SampleButton({ part, owner }: Props) {
  const files = useAccountFiles();
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { mode, isDisabled, tooltip } = sampleButton({ download: owner, isLoading, failure, now: Date.now() });
  const fetchSample = async (): Promise<void> => {
    const id = part.legacy_flow_source_id;
    if (id === null) {
      toastFailed('There was an error downloading the rows');
      return;
    }
    setIsLoading(true);
    setFailure(null);
    try {
      await files.save(samplePath(id), sampleFileName(new Date()));
    } catch (error) {
      setFailure(fileFailure(error)?.message ?? null);
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <QuietButton
      label={mode === 'error' ? 'Retry sample' : 'Sample'}
      icon={<IconDownload size={SMALL_ICON_SIZE} />}
      danger={mode === 'error'}
      loading={mode === 'loading'}
      disabledReason={isDisabled ? (tooltip ?? '') : undefined}
      tip={tooltip ?? 'Download a sample of the rows'}
      onClick={() => void fetchSample()}
    />
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { DOWNLOAD_ABORTABLE, UPLOAD_ABORTABLE } from '@switchboard/model/status/status';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import { FindByIdDocument, FindTransfersDocument } from '../../api/generated/documents/palette.ts';
import type { DownloadRowFragment, UploadRowFragment } from '../../api/generated/graphql.ts';
import { DOWNLOAD_KIND, type TransferKind, UPLOAD_KIND } from '../../entities/transfer/transfer-kind.ts';
import type { PaletteCommand } from './palette-command.ts';

/** A download or an upload that a text in the palette means. */
export type FoundTransfer = {
  readonly kind: TransferKind;
  readonly transfer: Pick<
    DownloadRowFragment | UploadRowFragment,
    'id' | 'name' | 'purpose' | 'report_datetime' | 'status'
  >;
};

const DELAY = 250;

const found =
  (kind: TransferKind) =>
  (transfer: FoundTransfer['transfer']): FoundTransfer => ({ kind, transfer });

/** The downloads and uploads with a pasted id, or those that a verb can change; at most five each. */
export function useFoundTransfers(command: PaletteCommand): readonly FoundTransfer[] {
  const [settled] = useDebouncedValue(command, command.kind === 'change' ? DELAY : 0);
  const [{ data: byId }] = useQuery({
    query: FindByIdDocument,
    variables: { id: settled.kind === 'id' ? settled.id : '' },
    pause: settled.kind !== 'id',
  });
  const isRetry = settled.kind === 'change' && settled.verb === 'retry';
  const [{ data: matching }] = useQuery({
    query: FindTransfersDocument,
    variables: {
      search: settled.kind === 'change' && settled.name !== '' ? settled.name : null,
      downloadStatus: isRetry ? ['failed'] : [...DOWNLOAD_ABORTABLE],
      uploadStatus: isRetry ? ['failed'] : [...UPLOAD_ABORTABLE],
      after: settled.kind === 'change' ? settled.day : null,
      before: settled.kind === 'change' ? settled.day : null,
    },
    pause: settled.kind !== 'change',
  });
  return useMemo(() => {
    if (settled.kind === 'id') {
      return [
        ...(byId?.download ? [found(DOWNLOAD_KIND)(byId.download)] : []),
        ...(byId?.upload ? [found(UPLOAD_KIND)(byId.upload)] : []),
      ];
    }
    if (settled.kind !== 'change') return [];
    return [
      ...(matching?.downloads.nodes.map(found(DOWNLOAD_KIND)) ?? []),
      ...(matching?.uploads.nodes.map(found(UPLOAD_KIND)) ?? []),
    ];
  }, [settled, byId, matching]);
}

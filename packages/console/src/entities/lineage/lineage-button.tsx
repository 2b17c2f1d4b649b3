import { Button } from '@mantine/core';
import { IconBinaryTree2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { LineageVersionDocument } from '../../api/generated/documents/lineage.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { useScriptPaths } from '../draft/script-paths.ts';

type Props = {
  /** A box of the lineage: `upload:daily`, `download:orders`. */
  readonly node: string;
};

/** Opens the lineage of a download or upload in the published version. */
export function LineageButton({ node }: Props) {
  const client = useClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const paths = useScriptPaths();
  const [isAsking, setIsAsking] = useState(false);
  const open = async (): Promise<void> => {
    setIsAsking(true);
    const { data, error } = await client
      .query(LineageVersionDocument, {}, { requestPolicy: 'network-only' })
      .toPromise();
    setIsAsking(false);
    if (data == null || error !== undefined) {
      const { message, requestId } = describeFailure(error ?? { graphQLErrors: [] });
      toastFailed(message, requestId);
    } else if (data.published_changelist === null) toastFailed('No version of the script is published.');
    else void navigate(paths.lineage(data.published_changelist.id, node, `${pathname}${search}`));
  };
  return (
    <Button
      leftSection={<IconBinaryTree2 size={SMALL_ICON_SIZE} />}
      loading={isAsking}
      data-tip="Which columns it comes from and leads to, in the published script"
      onClick={() => void open()}
    >
      Lineage
    </Button>
  );
}

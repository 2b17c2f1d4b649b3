import { useQuery } from 'urql';
import { DeleteKeyDocument, KeyImpactDocument } from '../../api/generated/documents/delete-key.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { TypedConfirmDialog } from '../../ui/feedback/typed-confirm-dialog.tsx';

type Props = { readonly name: string; readonly onClose: () => void; readonly onDeleted: () => void };

/** Names that a person can still read. */
const NAMED = 8;

/** Asks whether to delete a key. Its name must be typed while downloads or uploads use it, and while that is not known. */
export function DeleteKeyDialog({ name, onClose, onDeleted }: Props) {
  const [{ data, fetching }] = useQuery({
    query: KeyImpactDocument,
    variables: { name },
    requestPolicy: 'network-only',
  });
  const { run } = useMutationAction(DeleteKeyDocument, {
    done: (_data, variables) => `${variables.name} was successfully deleted!`,
    failed: 'An error occurred while deleting the key',
  });
  const onConfirm = async (): Promise<boolean> => {
    const isDone = (await run({ name })) !== null;
    if (isDone) onDeleted();
    return isDone;
  };
  if (fetching) return null;
  const downloads = data?.impactedDownloads.nodes ?? [];
  const uploads = data?.impactedUploads.nodes ?? [];
  const question = { title: 'Delete this key?', confirmLabel: 'Delete Key', onClose, onConfirm };
  if (data !== undefined && downloads.length + uploads.length === 0)
    return (
      <ConfirmDialog {...question} danger>
        The key <strong>{name}</strong> is used by no download or upload. Its secrets are erased; this cannot be undone.
      </ConfirmDialog>
    );
  return (
    <TypedConfirmDialog {...question} name={name}>
      {data === undefined ? (
        <p>What uses the key could not be read. Without the key, it fails from now on.</p>
      ) : (
        <>
          <p>Without the key, these fail from now on, until the script is published with another one:</p>
          <ul>
            <Impact noun="download" names={downloads.map((each) => each.name)} />
            <Impact noun="upload" names={uploads.map((each) => each.name)} />
          </ul>
        </>
      )}
      <p>Its secrets are erased; this cannot be undone.</p>
    </TypedConfirmDialog>
  );
}

function Impact({ noun, names }: { readonly noun: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.length - NAMED;
  return (
    <li>
      {names.length === 1 ? `1 ${noun}` : `${names.length} ${noun}s`}: {names.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${more} more`}
    </li>
  );
}

import { TypedConfirmDialog } from '../../../ui/feedback/typed-confirm-dialog.tsx';

type Props = {
  readonly message: string;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<boolean>;
};

/** Publishes a draft over a version that it does not contain. */
export function OverwriteDialog({ message, onClose, onConfirm }: Props) {
  return (
    <TypedConfirmDialog
      title="Overwrite the Published version?"
      name="overwrite"
      confirmLabel="Overwrite and Publish"
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {message} Publishing replaces the Published version and discards what it changed since.
    </TypedConfirmDialog>
  );
}

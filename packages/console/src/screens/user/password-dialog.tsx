import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { isPasswordReady, PasswordFields } from '../../entities/administration/password-fields.tsx';
import { type FieldProblems, useSaveUser } from '../../entities/administration/use-save-user.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';

type Props = {
  readonly user: { readonly email: string; readonly name: string };
  readonly onClose: () => void;
};

const NO_PASSWORD = { password: '', repeated: '' };

/** Sets the password of a user, who replaces it at the next sign-in. */
export function PasswordDialog({ user, onClose }: Props) {
  const [draft, setDraft] = useState(NO_PASSWORD);
  const [problems, setProblems] = useState<FieldProblems>({});
  const { save, isPending } = useSaveUser();
  const isReady = isPasswordReady(draft);
  const submit = async (): Promise<void> => {
    const found = await save(
      { userEmail: user.email, userPassword: draft.password },
      { done: 'Password updated', failed: 'Error when updating password' },
    );
    if (found === null) onClose();
    else setProblems(found);
  };
  return (
    <FormDialog
      title={`Password of ${user.name}`}
      submitLabel="Save"
      isPending={isPending}
      isReady={isReady}
      onClose={onClose}
      onSubmit={submit}
    >
      <PasswordFields
        draft={draft}
        problems={problems['userPassword'] ?? []}
        onChange={(next) => {
          setDraft(next);
          setProblems({});
        }}
      />
    </FormDialog>
  );
}

import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { useRef, useState } from 'react';
import { CreateServiceTokenDocument } from '../../api/generated/documents/service-tokens.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { NewToken } from './new-token.tsx';
import { daysProblem, nameProblem, TOKEN_LIMITS } from './token-state.ts';

type Props = {
  readonly onClose: () => void;
  readonly onCreated: () => void;
};

type Created = { readonly token: string; readonly name: string; readonly managesUsers: boolean };

const DEFAULT_DAYS = 90;
/** A day without a time, in the person's zone. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Asks what a token is for, and shows it once. */
export function CreateTokenDialog({ onClose, onCreated }: Props) {
  // The dialog of the form is replaced by that of the token.
  useReturnFocus();
  const mayPublish = usePermission('publish-scripts');
  const mayManageUsers = usePermission('manage-users');
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | string>(DEFAULT_DAYS);
  const [publishes, setPublishes] = useState(false);
  const [fetchesNew, setFetchesNew] = useState(false);
  const [managesUsers, setManagesUsers] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [token, setToken] = useState<Created | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const daysField = useRef<HTMLInputElement>(null);
  const { run, isPending } = useMutationAction(CreateServiceTokenDocument, {
    done: () => 'Service token created',
  });
  const submit = async (): Promise<void> => {
    setIsChecked(true);
    if (nameProblem(name) !== null) return nameField.current?.focus();
    if (daysProblem(days) !== null) return daysField.current?.focus();
    const scope = managesUsers
      ? { manages_users: true }
      : { may_publish: publishes, may_fetch_new_downloads: fetchesNew };
    const made = await run({ name: name.trim(), days: Number(days), ...scope });
    if (made === null || made.create_service_token.__typename !== 'NewServiceToken') return;
    const { token: created, service_token: row } = made.create_service_token;
    setToken({ token: created, name: row.name, managesUsers: row.manages_users });
    onCreated();
  };
  if (token !== null) return <NewToken {...token} onClose={onClose} />;
  const ends = daysProblem(days) === null ? DAY.format(Date.now() + Number(days) * DAY_MS) : null;
  return (
    <FormDialog
      title="Create service token"
      submitLabel="Create"
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        ref={nameField}
        label="Name"
        labelProps={{ mb: 'xs' }}
        descriptionProps={{ mt: 'xs' }}
        description="The program that uses it, such as the build server of a repository."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data-autofocus
        autoComplete="off"
        value={name}
        error={isChecked && nameProblem(name)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NumberInput
        ref={daysField}
        label="Days until it ends"
        labelProps={{ mb: 'xs' }}
        descriptionProps={{ mt: 'xs' }}
        description={ends === null ? `1 to ${TOKEN_LIMITS.days}.` : `It ends on ${ends}.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        min={1}
        max={TOKEN_LIMITS.days}
        hideControls
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        value={days}
        error={isChecked && daysProblem(days)}
        onChange={setDays}
      />
      <Checkbox
        label="May publish"
        description={
          mayPublish
            ? 'Without it the program reads scripts and changes drafts, and publishes nothing.'
            : 'You need the permission publish-scripts to create a token that publishes.'
        }
        disabled={!mayPublish || managesUsers}
        checked={publishes && !managesUsers}
        onChange={(event) => setPublishes(event.currentTarget.checked)}
      />
      <Checkbox
        label="May test with new downloads"
        description="Such tests download new files from the sources, which counts against their quotas. Without it the program tests with files that production has downloaded."
        disabled={managesUsers}
        checked={fetchesNew && !managesUsers}
        onChange={(event) => setFetchesNew(event.currentTarget.checked)}
      />
      {mayManageUsers && (
        <Checkbox
          label="Manages users"
          description="For the directory of your company, such as Entra ID or Okta, which then adds, changes and removes users of this account by SCIM. The token does nothing else."
          checked={managesUsers}
          onChange={(event) => setManagesUsers(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}

import { Button, Switch, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import type { Permission } from '@switchboard/model/permissions';
import { emailProblem } from '@switchboard/model/presentation/email-rule';
import { useState } from 'react';
import { Link } from 'react-router';
import { useClient } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { VerifyEmailDocument } from '../../api/generated/documents/administration.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { AccountChoice, type ChosenAccount } from './account-choice.tsx';
import styles from './administration.module.css';
import { isPasswordReady, PasswordFields } from './password-fields.tsx';
import { RoleChoice } from './roles.tsx';
import { type FieldProblems, useSaveUser } from './use-save-user.ts';

type Props = {
  /** The account that the user is added to; null lets the person choose accounts, or global access. */
  readonly account: { readonly urlName: string } | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

/** Result of Verify. */
type Verified =
  | { readonly kind: 'new'; readonly email: string; readonly invites: boolean }
  | { readonly kind: 'known'; readonly email: string }
  | { readonly kind: 'has access'; readonly email: string; readonly userId: string };

const NO_PROBLEMS: FieldProblems = {};
const NO_PASSWORD = { password: '', repeated: '' };

/** Adds a user: Verify checks the email first, then name, roles, accounts and a password follow. */
export function AddUserDialog({ account, permissions, onClose, onSaved }: Props) {
  const client = useClient();
  const { save, isPending } = useSaveUser();
  const [email, setEmail] = useState('');
  const [isVerifying, setIsVerifying] = useState(false);
  const [verified, setVerified] = useState<Verified | null>(null);
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly ChosenAccount[]>([]);
  const [isGlobal, setIsGlobal] = useState(false);
  const [draft, setDraft] = useState(NO_PASSWORD);
  const [problems, setProblems] = useState<FieldProblems>(NO_PROBLEMS);
  const urlNames = account === null ? chosen.map(({ urlName }) => urlName) : [account.urlName];
  const of = (field: string): string | null => problems[field]?.join(' ') ?? null;
  const isOpen = verified !== null && verified.kind !== 'has access';
  const isPasswordUnset = draft.password === '' && draft.repeated === '';
  const isReady =
    isOpen &&
    name.trim() !== '' &&
    roles.length > 0 &&
    (isGlobal || urlNames.length > 0) &&
    (isPasswordUnset || isPasswordReady(draft));
  const change = (text: string): void => {
    setEmail(text);
    setVerified(null);
    setProblems(NO_PROBLEMS);
  };
  const verify = async (): Promise<void> => {
    const problem = emailProblem(email);
    if (problem !== null) return setProblems({ userEmail: [problem] });
    if (isVerifying) return;
    setIsVerifying(true);
    const variables = { email: email.trim(), ...(account === null ? {} : { urlName: account.urlName }) };
    const { data, error } = await client
      .query(VerifyEmailDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    setIsVerifying(false);
    const found = data?.verifyEmail;
    if (found === undefined)
      return toastFailed('Error when verifying email', describeFailure(error ?? { graphQLErrors: [] }).requestId);
    if (found.userId !== null) return setVerified({ kind: 'has access', email: email.trim(), userId: found.userId });
    setName(found.auth0Name ?? '');
    setVerified(
      found.auth0Name === null
        ? { kind: 'new', email: email.trim(), invites: found.invites }
        : { kind: 'known', email: email.trim() },
    );
  };
  const submit = async (): Promise<void> => {
    if (verified === null) return verify();
    const found = await save(
      {
        userEmail: verified.email,
        userName: name.trim(),
        roles: [...roles],
        ...(isGlobal ? {} : { urlNames }),
        ...(verified.kind === 'known' || isPasswordUnset ? {} : { userPassword: draft.password }),
      },
      { done: 'User saved', failed: 'Error when saving user' },
    );
    setProblems(found ?? NO_PROBLEMS);
    if (found === null) {
      onSaved();
      onClose();
    }
  };
  return (
    <FormDialog
      title="Add user"
      submitLabel="Confirm"
      isPending={isPending}
      isReady={isReady}
      onClose={onClose}
      onSubmit={submit}
    >
      <Row gap={2} align="end">
        <TextInput
          className={styles['grow'] ?? ''}
          label="Email"
          type="email"
          required
          data-autofocus
          autoComplete="off"
          value={email}
          error={of('userEmail')}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Button loading={isVerifying} disabled={verified !== null} onClick={() => void verify()}>
          Verify
        </Button>
      </Row>
      {verified !== null && <Outcome verified={verified} isAdministrator={permissions.has('list-accounts-v2')} />}
      {isOpen && (
        <>
          <TextInput
            label="Name"
            required
            autoComplete="off"
            value={name}
            error={of('userName')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {account === null && permissions.has('manage-global-users') && (
            <Switch
              label="Global access"
              description="The roles count in every account."
              checked={isGlobal}
              onChange={(event) => setIsGlobal(event.currentTarget.checked)}
            />
          )}
          {account === null && !isGlobal && (
            <AccountChoice chosen={chosen} error={of('urlNames')} onChange={setChosen} />
          )}
          <RoleChoice
            roles={roles}
            urlName={account?.urlName ?? null}
            permissions={permissions}
            error={of('roles')}
            onChange={setRoles}
          />
          {verified.kind === 'new' && !verified.invites && (
            <PasswordFields draft={draft} isOptional problems={problems['userPassword'] ?? []} onChange={setDraft} />
          )}
        </>
      )}
    </FormDialog>
  );
}

function Outcome({ verified, isAdministrator }: { readonly verified: Verified; readonly isAdministrator: boolean }) {
  if (verified.kind === 'new' && verified.invites)
    return <Banner tone="info" title="They get an invitation by email, and join once they accept it." />;
  if (verified.kind === 'new') return <Banner tone="info" title="This is a new user." />;
  if (verified.kind === 'known')
    return <Banner tone="info" title="This person is known and has access to no account." />;
  return (
    <Banner
      tone="warning"
      title="This user already has access to accounts."
      actions={
        isAdministrator ? (
          <Button component={Link} to={`/users/${encodeURIComponent(verified.userId)}`}>
            See user
          </Button>
        ) : undefined
      }
    />
  );
}

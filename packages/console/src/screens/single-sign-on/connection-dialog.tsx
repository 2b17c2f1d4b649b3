import { Checkbox, type InputWrapperProps, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { grantableRoles, ROLE_LABELS } from '@switchboard/model/permissions';
import { useRef, useState } from 'react';
import { SaveSsoConnectionDocument } from '../../api/generated/documents/single-sign-on.ts';
import { useSession } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { SecretInput } from '../../ui/form/secret-input.tsx';
import { TextFileInput } from '../../ui/form/text-file-input.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import {
  type Connection,
  checkForm,
  type FieldName,
  type FormProblems,
  formOf,
  problemsOf,
  type SsoKind,
  variablesOf,
} from './connection-form.ts';
import { GroupRolesInput } from './group-roles-input.tsx';

type Props = {
  /** Null adds a connection. */
  readonly connection: Connection | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
};

const KINDS: readonly { readonly value: SsoKind; readonly label: string }[] = [
  { value: 'SAML', label: 'SAML 2.0' },
  { value: 'OIDC', label: 'OpenID Connect' },
];
const NO_ROLE = 'none';
/** Keeps the ring of the focus off the texts. */
const SPACED = {
  labelProps: { mb: 'xs' },
  descriptionProps: { mt: 'xs' },
  errorProps: { mt: 'xs' },
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
} satisfies InputWrapperProps;
const FIELDS: readonly FieldName[] = [
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'metadata',
  'defaultRole',
  'groupsClaim',
  'groupRoles',
];

/** Adds or changes a connection to an identity provider. */
export function ConnectionDialog({ connection, onClose, onSaved }: Props) {
  const { permissions } = useSession();
  const [form, setForm] = useState(() => formOf(connection));
  const [problems, setProblems] = useState<FormProblems>({});
  const frame = useRef<HTMLFormElement>(null);
  const { run, isPending } = useMutationAction(SaveSsoConnectionDocument, {
    done: ({ save_sso_connection: saved }) => (saved.__typename === 'SsoConnection' ? 'Connection saved' : null),
  });
  const change = (patch: Partial<typeof form>): void => setForm({ ...form, ...patch });
  const report = (found: FormProblems): void => {
    setProblems(found);
    const first = FIELDS.find((name) => found[name] !== undefined);
    frame.current?.querySelector<HTMLElement>(`[name="${first}"], [data-field="${first}"]`)?.focus();
  };
  const submit = async (): Promise<void> => {
    const found = checkForm(form, connection);
    if (Object.keys(found).length > 0) return report(found);
    setProblems({});
    const saved = (await run(variablesOf(form, connection)))?.save_sso_connection;
    if (saved?.__typename === 'SsoErrors') return report(problemsOf(saved.errors));
    if (saved === undefined) return;
    onSaved();
    onClose();
  };
  const roles = grantableRoles(permissions).map((role) => ({ value: role, label: ROLE_LABELS[role] }));
  const isSaml = form.kind === 'SAML';
  return (
    <FormDialog
      title={connection === null ? 'Add connection' : `Edit ${connection.name}`}
      size="lg"
      submitLabel="Save"
      isPending={isPending}
      ref={frame}
      onClose={onClose}
      onSubmit={submit}
    >
      {connection === null && (
        <SegmentedControl
          aria-label="Protocol"
          data={[...KINDS]}
          value={form.kind}
          onChange={(kind) => {
            setProblems({});
            change({ kind: kind === 'OIDC' ? 'OIDC' : 'SAML' });
          }}
        />
      )}
      <TextInput
        label="Name"
        name="name"
        data-autofocus
        autoComplete="off"
        maxLength={100}
        description="Shown on the sign-in page and in the audit log."
        {...SPACED}
        value={form.name}
        error={problems.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {isSaml ? (
        <TextFileInput
          label="Metadata of the provider"
          name="metadata"
          description={metadataHelp(connection)}
          {...SPACED}
          format="xml"
          secret={false}
          value={form.metadata}
          error={problems.metadata}
          onChange={(metadata) => change({ metadata })}
        />
      ) : (
        <>
          <TextInput
            label="Issuer"
            name="issuer"
            autoComplete="off"
            description="The address of the provider, as its discovery document has it."
            {...SPACED}
            value={form.issuer}
            error={problems.issuer}
            onChange={(event) => change({ issuer: event.currentTarget.value })}
          />
          <TextInput
            label="Client id"
            name="clientId"
            labelProps={{ mb: 'xs' }}
            autoComplete="off"
            value={form.clientId}
            error={problems.clientId}
            onChange={(event) => change({ clientId: event.currentTarget.value })}
          />
          <SecretInput
            label="Client secret"
            name="clientSecret"
            description={
              connection === null
                ? 'Leave it empty for a public client.'
                : 'Leave it empty to keep the stored one. It is never shown again.'
            }
            {...SPACED}
            value={form.clientSecret}
            error={problems.clientSecret}
            onChange={(clientSecret) => change({ clientSecret })}
          />
        </>
      )}
      <Select
        label="Default role"
        data-field="defaultRole"
        description="Given to people of a verified domain who sign in for the first time. Without it only people whom you have added sign in."
        {...SPACED}
        data={[{ value: NO_ROLE, label: 'None' }, ...roles]}
        allowDeselect={false}
        value={form.defaultRole ?? NO_ROLE}
        error={problems.defaultRole}
        onChange={(role) => change({ defaultRole: role === NO_ROLE ? null : role })}
      />
      <GroupRolesInput
        roles={form.groupRoles}
        error={problems.groupRoles}
        onChange={(groupRoles) => change({ groupRoles })}
      />
      {form.groupRoles.length > 0 && (
        <TextInput
          label={isSaml ? 'Attribute with the groups' : 'Claim with the groups'}
          name="groupsClaim"
          autoComplete="off"
          maxLength={200}
          placeholder="groups"
          description="Leave it empty for the usual one."
          {...SPACED}
          value={form.groupsClaim}
          error={problems.groupsClaim}
          onChange={(event) => change({ groupsClaim: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label="Trust email addresses of the provider"
        description="Switch it off if people can enter an address there that was not verified."
        checked={form.trustsEmail}
        onChange={(event) => change({ trustsEmail: event.currentTarget.checked })}
      />
      {connection !== null && (
        <Switch
          label="Enabled"
          description="While it is off, people cannot sign in through the connection."
          checked={form.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
      )}
      {connection === null && (
        <Text as="p" tone="dim" size="small">
          After saving you see the addresses to enter at the provider.
        </Text>
      )}
    </FormDialog>
  );
}

function metadataHelp(connection: Connection | null): string {
  if (connection?.is_set_up === true)
    return 'Paste it again when the provider renews its certificate. Leave it empty to keep what is stored.';
  if (connection === null)
    return 'An XML document. If the provider asks for addresses of Switchboard first, leave it empty and add it later.';
  return 'An XML document that the provider offers for download.';
}

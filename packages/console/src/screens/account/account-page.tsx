import { Button } from '@mantine/core';
import { Suspense, useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { AccountDocument, DeactivateAccountDocument } from '../../api/generated/documents/account.ts';
import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { usePerson } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { AccountSkeleton } from '../../entities/administration/account-skeleton.tsx';
import styles from '../../entities/administration/administration.module.css';
import { requiredProblem } from '../../entities/administration/required-problem.ts';
import { useSaveAccount } from '../../entities/administration/use-save-account.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { lazyComponent, lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { InlineText } from '../../ui/form/inline-text.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanels } from '../../ui/page/tab-panels.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import { AccountSettings } from './account-settings.tsx';
import { AccountUsers } from './account-users.tsx';
import { ACCOUNT_PARAMETERS } from './account-view.ts';

const TypedConfirmDialog = lazyLayer(
  async () => (await import('../../ui/feedback/typed-confirm-dialog.tsx')).TypedConfirmDialog,
);

const AccountRoles = lazyComponent(async () => (await import('./account-roles.tsx')).AccountRoles);

const NO_FILTERS = [] as const;
const TABS = ['users', 'roles', 'settings'] as const;
const MAX_NAME = 200;
const MAX_URL_NAME = 63;

/** /{url_name}/users: the users and settings of an account. */
export function AccountPage() {
  const { urlName = '' } = useParams();
  const { permissions } = usePerson();
  const [{ currentTab }, change] = useUrlState<typeof ACCOUNT_PARAMETERS>(ACCOUNT_PARAMETERS);
  useInvalidParameters(NO_FILTERS, ACCOUNT_PARAMETERS);
  const [{ data, error }, refetch] = useQuery({
    query: AccountDocument,
    variables: { urlName },
    requestPolicy: 'cache-and-network',
  });
  const retry = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const account = data?.account;
  usePageTitle(account?.name ?? urlName, 'Admin');
  const failure = error === undefined ? null : describeFailure(error);
  const hasSettings = permissions.has('manage-account-settings');
  const parents = permissions.has('list-accounts-v2') ? [{ label: 'Accounts', to: '/admin' }] : [];
  return (
    <Page
      title={account ? <AccountName account={account} /> : urlName}
      above={<Breadcrumbs parents={parents} current={urlName} />}
      aside={account && <AccountUrlName account={account} />}
      actions={account && permissions.has('manage-accounts') && <Deactivate account={account} />}
    >
      {account === undefined && failure === null && <AccountSkeleton />}
      {!account && failure !== null && <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={retry} />}
      {account === null && failure === null && (
        <EmptyState title={`There is no active account ${urlName}.`}>
          It was deactivated or renamed, or it never existed.
        </EmptyState>
      )}
      {account && (
        <Stack paddingInline={5} minHeight={0} flex={1} className={styles['tabs']}>
          <TabPanels
            label="Account"
            isTall
            active={currentTab === 'settings' && !hasSettings ? 'users' : currentTab}
            onChange={(name) => change({ currentTab: TABS.find((tab) => tab === name) ?? 'users' })}
            tabs={[
              {
                name: 'users',
                label: 'Users',
                count: account.users.length,
                content: <AccountUsers account={account} />,
              },
              {
                name: 'roles',
                label: 'Roles',
                content: currentTab === 'roles' && (
                  <Suspense fallback={<AccountSkeleton />}>
                    <AccountRoles account={account} />
                  </Suspense>
                ),
              },
              ...(hasSettings
                ? [{ name: 'settings', label: 'Settings', content: <AccountSettings account={account} /> }]
                : []),
            ]}
          />
        </Stack>
      )}
    </Page>
  );
}

type Props = { readonly account: AccountFactsFragment };

function AccountName({ account: { urlName, name } }: Props) {
  const mayRename = usePerson().permissions.has('manage-accounts');
  const { save } = useSaveAccount();
  const rename = async (text: string): Promise<boolean | string> => {
    const { isSaved, problem } = await save({ urlName, name: text }, "Account's name saved");
    return problem?.message ?? isSaved;
  };
  return (
    <InlineText
      what="name"
      value={name}
      maxLength={MAX_NAME}
      problemOf={requiredProblem}
      onSave={mayRename ? rename : undefined}
    >
      {name}
    </InlineText>
  );
}

/** A new url name is a new address of this screen, and of the account's console. */
function AccountUrlName({ account: { urlName } }: Props) {
  const navigate = useNavigate();
  const mayRename = usePerson().permissions.has('manage-accounts');
  const { save } = useSaveAccount();
  const rename = async (text: string): Promise<boolean | string> => {
    const { isSaved, problem } = await save({ urlName, newUrlName: text }, "Account's url name saved");
    if (isSaved) void navigate(`/${text}/users`, { replace: true });
    return problem?.message ?? isSaved;
  };
  return (
    <InlineText
      what="url name"
      value={urlName}
      maxLength={MAX_URL_NAME}
      problemOf={requiredProblem}
      onSave={mayRename ? rename : undefined}
    >
      <Copyable text={urlName} what="url name">
        {urlName}
      </Copyable>
    </InlineText>
  );
}

function Deactivate({ account: { urlName, name } }: Props) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { run } = useMutationAction(DeactivateAccountDocument, {
    done: () => 'Account deactivated',
    failed: 'Error when deactivating account',
  });
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Deactivate</Button>
      {isAsking && (
        <TypedConfirmDialog
          title="Deactivate account"
          name="deactivate"
          isAnyCase
          confirmLabel="Deactivate"
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            const isDone = (await run({ urlName })) !== null;
            if (isDone) void navigate('/admin');
            return isDone;
          }}
        >
          Its users can enter <strong>{name}</strong> no more, and nothing runs in it. Its data is kept until it is
          erased at Admin, Deactivated. There it can also be activated again.
        </TypedConfirmDialog>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { UserDocument } from '../../api/generated/documents/user.ts';
import type { UserFactsFragment } from '../../api/generated/graphql.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { usePerson } from '../../api/session/session.ts';
import { AccountSkeleton } from '../../entities/administration/account-skeleton.tsx';
import styles from '../../entities/administration/administration.module.css';
import { requiredProblem } from '../../entities/administration/required-problem.ts';
import { RoleChips } from '../../entities/administration/roles.tsx';
import { useSaveUser } from '../../entities/administration/use-save-user.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { usePageTitle } from '../../lib/document-head.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { InlineText } from '../../ui/form/inline-text.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TabPanels } from '../../ui/page/tab-panels.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { UserAccounts } from './user-accounts.tsx';
import { UserActions } from './user-actions.tsx';
import { UserIdentities } from './user-identities.tsx';
import { USER_PARAMETERS } from './user-view.ts';

const RolesDialog = lazyLayer(async () => (await import('../../entities/administration/roles-dialog.tsx')).RolesDialog);

const NO_FILTERS = [] as const;
const MAX_NAME = 200;
const PARENTS = [{ label: 'Users', to: '/admin?currentTab=users' }];

/** /users/{id}: a user, their accounts and their sign-in methods. */
export function UserPage() {
  const { id: userId = '' } = useParams();
  const [{ currentTab }, change] = useUrlState<typeof USER_PARAMETERS>(USER_PARAMETERS);
  useInvalidParameters(NO_FILTERS, USER_PARAMETERS);
  const [{ data, error }, refetch] = useQuery({
    query: UserDocument,
    variables: { userId },
    requestPolicy: 'cache-and-network',
  });
  const retry = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const user = data?.userV2;
  usePageTitle(user?.email ?? 'User', 'Admin');
  const { email: ownEmail } = usePerson();
  const failure = error === undefined ? null : describeFailure(error);
  const isOwn = user?.email === ownEmail;
  return (
    <Page
      title={user ? <UserName user={user} /> : 'User'}
      above={<Breadcrumbs parents={PARENTS} current={user?.email ?? userId} />}
      actions={user && !isOwn && <UserActions user={user} />}
    >
      {user === undefined && failure === null && <AccountSkeleton />}
      {!user && failure !== null && <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={retry} />}
      {user === null && failure === null && (
        <EmptyState title="There is no such user.">The user was deactivated, or never existed.</EmptyState>
      )}
      {user && (
        <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto" className={styles['content']}>
          <UserFacts user={user} isOwn={isOwn} />
          <TabPanels
            label="User"
            active={currentTab}
            onChange={(name) => change({ currentTab: name === 'identities' ? 'identities' : 'accounts' })}
            tabs={[
              {
                name: 'accounts',
                label: 'Accounts',
                count: user.accounts.length,
                content: <UserAccounts user={user} isOwn={isOwn} />,
              },
              {
                name: 'identities',
                label: 'Identities',
                count: user.identities.length,
                content: <UserIdentities user={user} isOwn={isOwn} />,
              },
            ]}
          />
        </Stack>
      )}
    </Page>
  );
}

type Props = { readonly user: UserFactsFragment };

function UserName({ user: { email, name } }: Props) {
  const { save } = useSaveUser();
  const rename = async (text: string): Promise<boolean | string> => {
    const problems = await save(
      { userEmail: email, userName: text },
      { done: "User's name saved", failed: 'Error when saving user' },
    );
    return problems?.['userName']?.join(' ') ?? problems === null;
  };
  return (
    <InlineText what="name" value={name} maxLength={MAX_NAME} problemOf={requiredProblem} onSave={rename}>
      {name}
    </InlineText>
  );
}

function UserFacts({ user, isOwn }: Props & { readonly isOwn: boolean }) {
  const { permissions } = usePerson();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Facts>
      <Fact label="Email">
        <Copyable text={user.email} what="email">
          {user.email}
        </Copyable>
      </Fact>
      {permissions.has('manage-global-users') && (
        <Fact label="Global roles">
          <Row as="span" inline gap={1} align="center" minWidth={0} overflow="hidden">
            <RoleChips roles={user.globalRoles} />
            {!isOwn && (
              <Button
                variant="subtle"
                leftSection={<IconPencil size={SMALL_ICON_SIZE} />}
                aria-label="Edit global roles"
                onClick={() => setIsEditing(true)}
              >
                Edit
              </Button>
            )}
          </Row>
        </Fact>
      )}
      {isEditing && (
        <RolesDialog
          user={user}
          account={null}
          roles={user.globalRoles}
          permissions={permissions}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Facts>
  );
}

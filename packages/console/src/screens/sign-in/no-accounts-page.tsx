import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { usePageTitle } from '../../lib/document-head.ts';
import { MessageScreen } from '../../ui/feedback/states.tsx';

export function NoAccountsPage() {
  usePageTitle('No accounts');
  return (
    <MessageScreen
      title="You do not have access to any accounts in Switchboard."
      actions={
        <Button component={Link} to="/logout" variant="filled">
          Logout
        </Button>
      }
    />
  );
}

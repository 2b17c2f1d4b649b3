import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { usePermission, useSession } from '../../api/session/session.ts';

/** Leads people who may change scripts to a first pipeline; shown where nothing is published. */
export function StartButton() {
  const { urlName } = useSession().account;
  const mayDevelop = usePermission('develop-scripts');
  if (!mayDevelop) return null;
  return (
    <Button component={Link} to={`/app/${urlName}/start`} variant="filled">
      Get started with a CSV file
    </Button>
  );
}

import { Navigate } from 'react-router';
import { useSession } from '../../api/session/session.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { SCRIPTS_PARAMETERS } from './editor-parameters.ts';

/** /editor/scripts: the test runs with the type testRun, otherwise the drafts. */
export function ScriptsPage() {
  const { account } = useSession();
  const [{ type }] = useUrlState(SCRIPTS_PARAMETERS);
  return <Navigate to={`/app/${account.urlName}/scripts/${type === 'testRun' ? 'tests' : 'drafts'}`} replace />;
}

import { useUrlState } from '../../lib/address/use-url-state.ts';
import { Box } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { FIRST_PIPELINE_PARAMETERS } from './first-pipeline-parameters.ts';
import { PipelineForm } from './pipeline-form.tsx';
import { PipelineProgress } from './pipeline-progress.tsx';

/** /start: from a CSV file of one's own to its delivered rows, without writing a script. */
export function FirstPipelinePage() {
  const [{ name }, change] = useUrlState<typeof FIRST_PIPELINE_PARAMETERS>(FIRST_PIPELINE_PARAMETERS);
  return (
    <Page title="Get Started">
      <Box padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto">
        {name === '' ? (
          <PipelineForm onPublished={(published) => change({ name: published })} />
        ) : (
          <PipelineProgress name={name} onAgain={() => change({ name: '' })} />
        )}
      </Box>
    </Page>
  );
}

import { useUrlState } from '../../lib/address/use-url-state.ts';
import { Page } from '../../ui/page/page.tsx';
import styles from './first-pipeline.module.css';
import { FIRST_PIPELINE_PARAMETERS } from './first-pipeline-parameters.ts';
import { PipelineForm } from './pipeline-form.tsx';
import { PipelineProgress } from './pipeline-progress.tsx';

/** /start: from a CSV file of one's own to its delivered rows, without writing a script. */
export function FirstPipelinePage() {
  const [{ name }, change] = useUrlState<typeof FIRST_PIPELINE_PARAMETERS>(FIRST_PIPELINE_PARAMETERS);
  return (
    <Page title="Get Started">
      <div className={styles['content']}>
        {name === '' ? (
          <PipelineForm onPublished={(published) => change({ name: published })} />
        ) : (
          <PipelineProgress name={name} onAgain={() => change({ name: '' })} />
        )}
      </div>
    </Page>
  );
}

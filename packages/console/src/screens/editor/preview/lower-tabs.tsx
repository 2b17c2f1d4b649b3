import type { ComponentProps } from 'react';
import { countErrors } from '../../../ui/editor/diagnostic.ts';
import { TabPanels } from '../../../ui/page/tab-panels.tsx';
import { ProblemsPanel } from '../panels/problems-panel.tsx';
import styles from './preview.module.css';
import { PreviewPanel } from './preview-panel.tsx';
import type { LowerTab, TablePreviews } from './use-table-preview.ts';

export type LowerProps = Omit<ComponentProps<typeof ProblemsPanel>, 'isFilled'> & { readonly previews: TablePreviews };

/** The problems and the preview of a table, as tabs below the text. */
export function LowerTabs({ previews, ...problems }: LowerProps) {
  const { diagnostics } = problems.language;
  const errors = [...countErrors(diagnostics).values()].reduce((sum, count) => sum + count, 0);
  return (
    <div className={styles['lower']}>
      <TabPanels
        label="Problems and preview"
        isTall
        active={previews.tab}
        onChange={(name) => previews.setTab(name as LowerTab)}
        tabs={[
          {
            name: 'problems',
            label: 'Problems',
            errors,
            count: diagnostics.length,
            content: <ProblemsPanel {...problems} isFilled />,
          },
          {
            name: 'preview',
            label: 'Preview',
            content: <PreviewPanel previews={previews} onOpenAt={problems.onOpenAt} />,
          },
        ]}
      />
    </div>
  );
}

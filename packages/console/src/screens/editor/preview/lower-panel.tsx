import { Suspense } from 'react';
import { lazyComponent } from '../../../lib/load-chunk.ts';
import { ProblemsPanel } from '../panels/problems-panel.tsx';
import type { LowerProps } from './lower-tabs.tsx';

const LowerTabs = lazyComponent(async () => (await import('./lower-tabs.tsx')).LowerTabs);

/** Area below the text: the problems, and the preview of a table once one is asked for. */
export function LowerPanel({ previews, ...problems }: LowerProps) {
  const list = <ProblemsPanel {...problems} />;
  if (previews.table === null) return list;
  return (
    <Suspense fallback={list}>
      <LowerTabs previews={previews} {...problems} />
    </Suspense>
  );
}

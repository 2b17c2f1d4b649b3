import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useScriptPaths } from '../draft/script-paths.ts';

const StartButton = lazyLayer(async () => (await import('../draft/start-button.tsx')).StartButton);

/** Stands in place of a screen about what is published while nothing is, with the ways to a first pipeline. */
export function Unpublished({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const { drafts } = useScriptPaths();
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <StartButton />
          <Button component={Link} to={drafts}>
            Drafts
          </Button>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}

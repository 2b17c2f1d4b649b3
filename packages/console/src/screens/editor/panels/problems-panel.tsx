import { Button } from '@mantine/core';
import type { Diagnostic, FileRange } from '../../../ui/editor/diagnostic.ts';
import { ProblemList } from '../../../ui/editor/problem-list.tsx';
import type { ScriptLanguage } from '../draft/use-script-language.ts';
import styles from '../editor.module.css';

type Props = {
  readonly language: ScriptLanguage;
  readonly onOpenAt: (range: FileRange) => void;
  readonly onFix: ((diagnostic: Diagnostic) => void) | undefined;
  /** It takes all of the height that is there. */
  readonly isFilled?: boolean;
};

/** Compiler messages of the draft, as it is edited. */
export function ProblemsPanel({ language: { phase, diagnostics, retry }, onOpenAt, onFix, isFilled = false }: Props) {
  return (
    <section
      className={styles['problems']}
      aria-label="Problems"
      data-some={diagnostics.length > 0 || undefined}
      data-filled={isFilled || undefined}
    >
      {phase === 'failed' ? (
        <div className={styles['failed']} role="alert">
          The files could not be checked. <Button onClick={retry}>Retry</Button>
        </div>
      ) : (
        <ProblemList
          diagnostics={diagnostics}
          quiet={phase === 'checking' ? 'Checking…' : 'No problems'}
          onOpen={onOpenAt}
          {...(onFix === undefined ? {} : { onFix })}
        />
      )}
    </section>
  );
}

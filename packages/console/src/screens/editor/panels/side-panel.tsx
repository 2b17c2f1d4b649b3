import { useCallback } from 'react';
import type { Comparison } from '../draft/use-comparison.ts';
import type { ScriptLanguage } from '../draft/use-script-language.ts';
import styles from '../editor.module.css';
import type { Mode } from '../editor-parameters.ts';
import type { EditorSession } from '../session/editor-session.ts';
import type { EditorAddress, OpenFiles } from '../use-editor-state.ts';
import type { FileOperations } from '../use-file-operations.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { DeclarationsPanel } from './declarations-panel.tsx';
import { FilesPanel } from './files-panel.tsx';

type Props = {
  readonly mode: Mode;
  readonly session: EditorSession;
  readonly tabs: OpenFiles;
  readonly language: ScriptLanguage;
  readonly operations: FileOperations;
  readonly comparison: Comparison;
  readonly address: EditorAddress;
};

/** Panel of the mode, beside the text. */
export function SidePanel({ mode, session, tabs, language, operations, comparison, address }: Props) {
  const [url, change] = address;
  const { open } = tabs;
  const openChanged = useCallback(
    (path: string, isOriginal: boolean) => {
      if (isOriginal) change({ file: path, fileType: 'original', variant: 'diff', lines: '' }, { replace: true });
      else {
        open(path);
        change({ file: path, fileType: 'draft' }, { replace: true });
      }
    },
    [change, open],
  );
  return (
    <section id="mode-panel" role="tabpanel" aria-labelledby={`mode-${mode}`} className={styles['side']}>
      <h2 className={styles['sideTitle']}>{mode}</h2>
      {mode === 'Files' ? (
        <FilesPanel
          session={session}
          active={tabs.active}
          diagnostics={language.diagnostics}
          client={language.client}
          operations={operations}
          onOpen={open}
          onOpenAt={tabs.openAt}
        />
      ) : mode === 'Changes' ? (
        <ChangesPanel
          comparison={comparison}
          session={session}
          compared={url.compare}
          active={url.file || tabs.active}
          onCompare={(id) => change({ compare: id }, { replace: true })}
          onOpen={openChanged}
        />
      ) : (
        <DeclarationsPanel
          mode={mode}
          declarations={language.declarations}
          isChecking={language.phase === 'checking'}
          onOpenAt={tabs.openAt}
        />
      )}
    </section>
  );
}

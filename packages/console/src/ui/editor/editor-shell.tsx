import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { SplitPane } from '../page/split-pane.tsx';
import { PHONE_QUERY } from '../theme/metrics.ts';
import { CodeEditor, type EditorCommand, type Reveal } from './code-editor.tsx';
import { countErrors, type Diagnostic, type FileRange } from './diagnostic.ts';
import styles from './editor.module.css';
import { FileTabs } from './file-tabs.tsx';
import { FileTree } from './file-tree.tsx';
import { FileModels } from './monaco/file-models.ts';
import { ProblemList } from './problem-list.tsx';

export type EditorFile = { readonly path: string; readonly text: string };

type Props = {
  /** Names the files: "Draft orders". */
  readonly label: string;
  /** Keeps the files of several editors of a page apart; letters, digits and hyphens. */
  readonly scope: string;
  /** Files with the text that the editor shows. Never empty. */
  readonly files: readonly [EditorFile, ...EditorFile[]];
  readonly language: string;
  readonly readOnly?: boolean;
  /** Paths with input that is not saved. */
  readonly unsaved: ReadonlySet<string>;
  /** Where they come from is not known here: a language server, a compiler, the last publication. */
  readonly diagnostics: readonly Diagnostic[];
  readonly onChange: (path: string, text: string) => void;
  readonly onSave: () => void;
};

/** Files, the text of the open ones in tabs, and the problems of all of them. */
export function EditorShell({ label, scope, files, language, unsaved, diagnostics, ...props }: Props) {
  const [open, setOpen] = useState<readonly string[]>([files[0].path]);
  const [chosen, setChosen] = useState(files[0].path);
  const [reveal, setReveal] = useState<Reveal>(null);
  const isPhone = useMediaQuery(PHONE_QUERY) ?? false;
  const errors = useMemo(() => countErrors(diagnostics), [diagnostics]);
  const paths = useMemo(() => files.map(({ path }) => path), [files]);
  // A file may be removed while it is open.
  const tabs = open.filter((path) => paths.includes(path));
  const active = paths.includes(chosen) ? chosen : files[0].path;
  const latest = useLatest({ files, ...props });
  const [models] = useState(
    () =>
      new FileModels({
        scope,
        language,
        textOf: (path) => latest.current.files.find((file) => file.path === path)?.text ?? null,
        onEdit: (path, text) => latest.current.onChange(path, text),
      }),
  );
  useEffect(() => () => models.dispose(), [models]);
  const [commands] = useState((): readonly EditorCommand[] => [
    {
      id: 'save',
      label: 'Save',
      keys: ({ KeyMod, KeyCode }) => KeyMod.CtrlCmd | KeyCode.KeyS,
      run: () => latest.current.onSave(),
    },
  ]);

  const show = (path: string): void => {
    setOpen((current) => (current.includes(path) ? current : [...current, path]));
    setChosen(path);
  };
  const close = (path: string): void => {
    const rest = tabs.filter((one) => one !== path);
    setOpen(rest);
    setChosen(rest[Math.max(0, tabs.indexOf(path) - 1)] ?? files[0].path);
  };
  const showPlace = ({ path, line, column }: FileRange): void => {
    show(path);
    setReveal({ path, line, column, endLine: line, endColumn: column });
  };
  const list = <FileTree label={label} paths={paths} active={active} unsaved={unsaved} errors={errors} onOpen={show} />;
  const text = (
    <div className={styles['text']}>
      <FileTabs open={tabs} active={active} unsaved={unsaved} onOpen={show} onClose={close} />
      <CodeEditor
        label={label}
        models={models}
        active={active}
        readOnly={props.readOnly ?? false}
        diagnostics={diagnostics}
        reveal={reveal}
        commands={commands}
      />
    </div>
  );
  const problems = <ProblemList diagnostics={diagnostics} onOpen={showPlace} />;
  return (
    <div className={styles['shell']}>
      <SplitPane
        direction={isPhone ? 'vertical' : 'horizontal'}
        panes={[
          { name: 'Files', share: 22, isFilled: true, content: list },
          {
            name: 'Text and problems',
            share: 78,
            isFilled: true,
            content: (
              <SplitPane
                direction="vertical"
                panes={[
                  { name: 'Text', share: 72, isFilled: true, content: text },
                  { name: 'Problems', share: 28, content: problems },
                ]}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

import { SegmentedControl } from '@mantine/core';
import '../src/ui/theme/mantine-layer-styles.ts';
import { useMemo, useState } from 'react';

import type { Diagnostic } from '../src/ui/editor/diagnostic.ts';
import { DiffView } from '../src/ui/editor/diff-view.tsx';
import { type EditorFile, EditorShell } from '../src/ui/editor/editor-shell.tsx';
import styles from './gallery.module.css';
import { Section, Specimen } from './specimen.tsx';

const FILES: readonly [EditorFile, ...EditorFile[]] = [
  {
    path: 'ads/orders.sbs',
    text: 'download orders\n  -- TODO: choose a source\n\ntable orders is\n  select * from orders\n',
  },
  { path: 'ads/clicks.sbs', text: 'download clicks\n' },
  { path: 'main.sbs', text: '-- The scripts of the account.\n' },
];
const NONE: ReadonlySet<string> = new Set();
const BEFORE = 'table orders is\n  select id, price\n  from orders\n';
const AFTER = 'table orders is\n  select id, price, tax\n  from orders\n  where price > 0\n';
const LAYOUTS = [
  { value: 'side-by-side', label: 'Side by side' },
  { value: 'inline', label: 'Inline' },
];

/** Reports each mark of work that is left in a text. */
function findTodos(files: readonly EditorFile[]): readonly Diagnostic[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index): Diagnostic[] => {
      const at = line.indexOf('TODO');
      const place = { path, line: index + 1, column: at + 1, endLine: index + 1, endColumn: at + 5 };
      return at === -1 ? [] : [{ ...place, severity: 'error', message: 'Something is left to do here.', code: 'todo' }];
    }),
  );
}

function EditableFiles() {
  const [files, setFiles] = useState(FILES);
  const [saved, setSaved] = useState(FILES);
  const [saves, setSaves] = useState(0);
  const unsaved = new Set(
    files.filter(({ path, text }) => saved.find((file) => file.path === path)?.text !== text).map(({ path }) => path),
  );
  const diagnostics = useMemo(() => findTodos(files), [files]);
  return (
    <>
      <div className={styles['editor']}>
        <EditorShell
          label="Draft orders"
          scope="gallery-edit"
          files={files}
          language="plaintext"
          unsaved={unsaved}
          diagnostics={diagnostics}
          onChange={(path, text) =>
            setFiles(([first, ...rest]) => {
              const change = (file: EditorFile): EditorFile => (file.path === path ? { path, text } : file);
              return [change(first), ...rest.map(change)];
            })
          }
          onSave={() => {
            setSaved(files);
            setSaves(saves + 1);
          }}
        />
      </div>
      <p className={styles['block']} role="status">
        Saved {saves} times
      </p>
    </>
  );
}

function Differences({ label, isEditable }: { readonly label: string; readonly isEditable: boolean }) {
  const [layout, setLayout] = useState('side-by-side');
  const [text, setText] = useState(AFTER);
  return (
    <div className={styles['stack']}>
      <SegmentedControl data={LAYOUTS} value={layout} onChange={setLayout} aria-label={`Layout of ${label}`} />
      <div className={styles['editor']}>
        <DiffView
          label={label}
          original={BEFORE}
          modified={text}
          language="plaintext"
          layout={layout === 'inline' ? 'inline' : 'side-by-side'}
          {...(isEditable ? { onChange: setText } : {})}
        />
      </div>
    </div>
  );
}

/** The editor in every state. */
export function EditorSpecimens() {
  return (
    <Section title="Editor" wide>
      <Specimen title="Files, tabs and problems; Ctrl+S saves">
        <EditableFiles />
      </Specimen>
      <Specimen title="Read-only, without problems">
        <div className={styles['editor']}>
          <EditorShell
            label="Published scripts"
            scope="gallery-read"
            files={FILES}
            language="plaintext"
            readOnly
            unsaved={NONE}
            diagnostics={[]}
            onChange={() => undefined}
            onSave={() => undefined}
          />
        </div>
      </Specimen>
      <Specimen title="Differences, read-only">
        <Differences label="orders.sbs: published and draft" isEditable={false} />
      </Specimen>
      <Specimen title="Differences, the right one editable">
        <Differences label="orders.sbs: newer version and draft" isEditable />
      </Specimen>
    </Section>
  );
}

import { moveLine } from '@switchboard/model/text/move-line';
import { type FileModels, pathOfUri, type TextModel } from '../../../ui/editor/monaco/file-models.ts';
import type { Monaco } from '../../../ui/editor/monaco/load-monaco.ts';
import type { DraftFiles } from '../draft/draft-files.ts';
import styles from './review.module.css';

/** An open thread of comments on a line of the saved file. */
export type CommentMark = {
  readonly id: string;
  /** The present path of the file. */
  readonly path: string;
  /** In the saved text. */
  readonly line: number;
  /** Text of its tooltip. */
  readonly text: string;
};

type Options = {
  readonly monaco: Monaco;
  readonly models: FileModels;
  readonly files: DraftFiles;
  readonly marks: readonly CommentMark[];
  readonly onOpen: (id: string) => void;
};

/**
 * Marks the lines with comments in the margin, also of files that are opened later. While somebody types, a mark follows its
 * line.
 * @returns ends it
 */
export function keepCommentMarks({ monaco, models, files, marks, onOpen }: Options): () => void {
  const byPath = Map.groupBy(marks, ({ path }) => path);
  const drawn = new Map<TextModel, ReadonlyMap<string, string>>();
  const draw = (model: TextModel): void => {
    if (model.uri.authority !== models.scope) return;
    const path = pathOfUri(model.uri);
    const saved = files.savedTextOf(path);
    const placed = (byPath.get(path) ?? []).flatMap((mark) => {
      const line = saved === null ? mark.line : moveLine(saved, model.getValue(), mark.line);
      return line === null ? [] : [{ mark, line }];
    });
    const ids = model.deltaDecorations(
      [],
      placed.map(({ mark, line }) => ({
        range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
        options: {
          linesDecorationsClassName: styles['mark'] ?? '',
          linesDecorationsTooltip: mark.text,
          stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
        },
      })),
    );
    drawn.set(model, new Map(placed.flatMap(({ mark }, index) => [[ids[index] ?? '', mark.id]])));
  };
  for (const model of monaco.editor.getModels()) draw(model);
  const created = monaco.editor.onDidCreateModel(draw);

  type Editor = ReturnType<Monaco['editor']['getEditors']>[number];
  const listened: { dispose: () => void }[] = [];
  const listen = (editor: Editor): void => {
    listened.push(
      editor.onMouseDown(({ target }) => {
        const model = editor.getModel();
        if (model === null || target.type !== monaco.editor.MouseTargetType.GUTTER_LINE_DECORATIONS) return;
        const known = drawn.get(model);
        const line = target.position?.lineNumber ?? 0;
        const hit = model.getLineDecorations(line).find(({ id }) => known?.has(id));
        const thread = hit && known?.get(hit.id);
        if (thread !== undefined) onOpen(thread);
      }),
    );
  };
  for (const editor of monaco.editor.getEditors()) listen(editor);
  const opened = monaco.editor.onDidCreateEditor(listen);
  return () => {
    created.dispose();
    opened.dispose();
    for (const one of listened) one.dispose();
    for (const [model, ids] of drawn) if (!model.isDisposed()) model.deltaDecorations([...ids.keys()], []);
  };
}

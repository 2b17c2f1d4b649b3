import type { Monaco } from './monaco-type.ts';

export type TextModel = ReturnType<Monaco['editor']['createModel']>;
type Uri = TextModel['uri'];

type Options = {
  /** Keeps the files of several editors of a page apart; lower-case letters, digits and hyphens. */
  readonly scope: string;
  readonly language: string;
  /** The present text of a file; null while it is not loaded, and for files that do not exist. */
  readonly textOf: (path: string) => string | null;
  /** The person changed a text. Called at once, so that `textOf` has the text of the model from then on. */
  readonly onEdit: (path: string, text: string) => void;
};

/** Monaco's models of the files of one editor. A model is made when its file is shown, and kept until the file is removed. */
export class FileModels {
  readonly scope: string;
  readonly #options: Options;
  readonly #models = new Map<string, TextModel>();

  constructor(options: Options) {
    this.scope = options.scope;
    this.#options = options;
  }

  uriOf(monaco: Monaco, path: string): Uri {
    return monaco.Uri.from({ scheme: 'file', authority: this.scope, path: `/${path}` });
  }

  /** The model of a file, made at first; null while its text is not loaded. */
  open(monaco: Monaco, path: string): TextModel | null {
    const known = this.#models.get(path);
    if (known !== undefined) return known;
    const text = this.#options.textOf(path);
    if (text === null) return null;
    const model = monaco.editor.createModel(text, this.#options.language, this.uriOf(monaco, path));
    model.onDidChangeContent((event) => {
      if (!event.isFlush) this.#options.onEdit(path, model.getValue());
    });
    this.#models.set(path, model);
    return model;
  }

  has(path: string): boolean {
    return this.#models.has(path);
  }

  /** Shows the present text of a file again: it was replaced from outside. */
  refresh(path: string): void {
    const model = this.#models.get(path);
    const text = this.#options.textOf(path);
    if (model !== undefined && text !== null && model.getValue() !== text) model.setValue(text);
  }

  /** Removes the model of a file that is not at this path any more. */
  remove(path: string): void {
    this.#models.get(path)?.dispose();
    this.#models.delete(path);
  }

  dispose(): void {
    for (const path of [...this.#models.keys()]) this.remove(path);
  }
}

/** The path of a file of an editor. */
export const pathOfUri = (uri: Uri): string => uri.path.slice(1);

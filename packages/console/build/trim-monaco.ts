import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Replacements of modules whose features the editor does not have: drawing by the GPU, colours, several diffs, tree-sitter, inline suggestions. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  'editor/browser/gpu/viewGpuContext.js': 'export class ViewGpuContext {}',
  'editor/browser/viewParts/viewLinesGpu/viewLinesGpu.js': 'export class ViewLinesGpu {}',
  'editor/browser/viewParts/rulersGpu/rulersGpu.js': 'export class RulersGpu {}',
  'editor/browser/viewParts/gpuMark/gpuMark.js': 'export class GpuMarkOverlay {}',
  'editor/browser/viewParts/minimap/minimap.js': `
    import { createFastDomNode } from 'monaco-editor/base/browser/fastDomNode';
    import { ViewPart } from 'monaco-editor/editor/browser/view/viewPart';
    export class Minimap extends ViewPart {
      #node = createFastDomNode(document.createElement('div'));
      getDomNode() { return this.#node; }
      prepareRender() {}
      render() {}
    }`,
  'editor/browser/widget/multiDiffEditor/multiDiffEditorWidget.js': 'export class MultiDiffEditorWidget {}',
  'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPicker.js':
    'export const isOnColorDecorator = () => false;',
  'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPickerParticipant.js':
    'export class ColorHover {} export class HoverColorPickerParticipant {}',
  'editor/contrib/dropOrPasteInto/browser/copyPasteController.js':
    'export const CopyPasteController = { get: () => null };',
  'editor/contrib/inlineCompletions/browser/hintsWidget/inlineCompletionsHintsWidget.js':
    'export class InlineSuggestionHintsContentWidget { static dropDownVisible = false; }',
  // Every list of choices is the browser's own.
  'base/browser/ui/selectBox/selectBoxCustom.js': `
    import { SelectBoxNative } from 'monaco-editor/base/browser/ui/selectBox/selectBoxNative';
    export class SelectBoxList extends SelectBoxNative {
      constructor(choices, selected, _view, styles, options) { super(choices, selected, styles, options); }
    }`,
  'editor/common/model/tokens/treeSitter/treeSitterSyntaxTokenBackend.js':
    'export class TreeSitterSyntaxTokenBackend {}',
  // Its work is done by the worker. The page would do it only in a browser without workers.
  'editor/common/services/editorWebWorker.js': 'export class EditorWorker {}',
  'base/common/observableInternal/logging/debugger/devToolsLogger.js':
    'export const DevToolsLogger = { getInstance: () => null };',
};

/** Modules whose texts describe settings and colours, which no screen shows. */
const DESCRIBED =
  /(?:editor[\\/]common[\\/]config[\\/]editor(?:Options|ConfigurationSchema)|editor[\\/]common[\\/]core[\\/]editorColorRegistry|platform[\\/]theme[\\/]common[\\/]colors[\\/]\w+)\.js$/;
const DESCRIPTION = /\blocalize\(\d+, (?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;

/** Characters that look like others: read by a feature that the editor does not have. */
const STRINGS = /base[\\/]common[\\/]strings\.js$/;
const CHARACTERS = /JSON\.parse\((?:"[^"]{2000,}"|'[^']{2000,}')\)/g;

/** The module of both editors. The class of the one for two texts is taken out of it, and loaded when two texts are compared. */
const EDITORS = /editor[\\/]standalone[\\/]browser[\\/]standaloneCodeEditor\.js$/;
const DIFF_MODULE = 'monaco-editor/editor/standalone/browser/standaloneDiffEditor';
const DIFF_CLASS = /let StandaloneDiffEditor2 = class [\s\S]*?\n\], StandaloneDiffEditor2\);\n/;
const DIFF_IMPORT = /import \{ DiffEditorWidget \} from .*;\n/;
const IMPORTS = /^import .*;\n/gm;
const HELPERS = /var __decorate = [\s\S]*?\n\};\nvar __param = [\s\S]*?\n\};\n/;

function splitEditors(code: string): { readonly rest: string; readonly diff: string } {
  const [diffClass] = DIFF_CLASS.exec(code) ?? [''];
  const [helpers] = HELPERS.exec(code) ?? [''];
  if (diffClass === '' || helpers === '' || !DIFF_IMPORT.test(code))
    throw new Error('Monaco has another module of its editors. Find the class of the one for two texts.');
  const imports = (code.match(IMPORTS) ?? []).join('');
  const provide =
    'let StandaloneDiffEditor2;\nexport function provideDiffEditor(made) { StandaloneDiffEditor2 = made; }\n';
  return {
    rest: code.replace(DIFF_IMPORT, '').replace(DIFF_CLASS, () => provide),
    diff: `${imports}import { StandaloneCodeEditor, provideDiffEditor } from './standaloneCodeEditor.js';\n${helpers}${diffClass}provideDiffEditor(StandaloneDiffEditor2);\n`,
  };
}

/** Removes the tables of characters that look like others. */
export const trimCharacters: Plugin = {
  name: 'trim-monaco-characters',
  transform: {
    filter: { id: STRINGS },
    handler(code) {
      const trimmed = code.replace(CHARACTERS, '({})');
      if (trimmed === code) this.error('Monaco has its tables of characters elsewhere. Find them.');
      return { code: trimmed, map: null };
    },
  },
};

/** Leaves out of Monaco what the editor does not use. The build fails when Monaco has none of these modules. */
export const trimMonaco: Plugin = {
  name: 'trim-monaco',
  resolveId: {
    filter: { id: /standaloneDiffEditor$/ },
    async handler(id) {
      if (id !== DIFF_MODULE) return null;
      const editors = await this.resolve(DIFF_MODULE.replace('Diff', 'Code'));
      return editors === null ? null : editors.id.replace('standaloneCodeEditor', 'standaloneDiffEditor');
    },
  },
  load: {
    filter: { id: /monaco-editor[\\/]esm[\\/]vs[\\/]/ },
    handler(id) {
      const path = id.split(/monaco-editor[\\/]esm[\\/]vs[\\/]/)[1]?.replaceAll('\\', '/') ?? '';
      const editors = id.replace('standaloneDiffEditor', 'standaloneCodeEditor');
      if (editors !== id) return splitEditors(readFileSync(editors, 'utf8')).diff;
      return REPLACEMENTS[path] ?? null;
    },
  },
  transform: {
    filter: { id: [EDITORS, DESCRIBED] },
    handler(code, id) {
      if (EDITORS.test(id)) return { code: splitEditors(code).rest, map: null };
      return { code: code.replace(DESCRIPTION, 'localize(0, ""'), map: null };
    },
  },
};

import { editor, KeyCode, KeyMod, languages, MarkerSeverity, Uri } from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeAction/register';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/format/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/gotoLine/register';
import 'monaco-editor/features/gotoSymbol/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/inlayHints/register';
import 'monaco-editor/features/lineSelection/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/parameterHints/register';
import 'monaco-editor/features/quickCommand/register';
import 'monaco-editor/features/quickOutline/register';
import 'monaco-editor/features/readOnlyMessage/register';
import 'monaco-editor/features/referenceSearch/register';
import 'monaco-editor/features/rename/register';
import 'monaco-editor/features/semanticTokens/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/snippet/register';
// The feature `suggest` has inline suggestions only.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
// A service is known only when it is there before the first editor.
import 'monaco-editor/editor/browser/widget/diffEditor/diffProviderFactoryService';
import 'monaco-editor/platform/actions/browser/actionViewItemService';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import './editor-fonts.css';
import { registerLanguage } from '../language/register-language.ts';

// Monaco reads its environment from this name. Its own worker finds differences and words.
Object.assign(globalThis, { MonacoEnvironment: { getWorker: () => new EditorWorker() } });

/** Parts of Monaco that the console uses. */
export const monaco = { editor, KeyCode, KeyMod, languages, MarkerSeverity, Uri };

registerLanguage(monaco);

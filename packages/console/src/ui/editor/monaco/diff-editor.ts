/// <reference path="./monaco-modules.d.ts" />
// Monaco's editor of two texts, which a plug-in of the build keeps apart from the other one (build/trim-monaco.ts).
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/editor/standalone/browser/standaloneDiffEditor';

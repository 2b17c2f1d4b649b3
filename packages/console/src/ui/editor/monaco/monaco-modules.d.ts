/** A module that the build makes (build/trim-monaco.ts). */
declare module 'monaco-editor/editor/standalone/browser/standaloneDiffEditor';

import type { Monaco } from '../monaco/monaco-type.ts';
import { registerChanges, registerColors, registerReading, registerWriting } from './providers.ts';
import { SCRIPT_LANGUAGE } from './script-language.ts';
import { TYPE_WORDS, WORDS } from './words.ts';

let isRegistered = false;

/** Registers the language of scripts with Monaco, once. */
export function registerLanguage(monaco: Monaco): void {
  if (isRegistered) return;
  isRegistered = true;
  const { languages } = monaco;
  languages.register({ id: SCRIPT_LANGUAGE, extensions: ['.sbs'] });
  languages.setLanguageConfiguration(SCRIPT_LANGUAGE, {
    comments: { lineComment: '//', blockComment: ['/*', '*/'] },
    brackets: [
      ['{', '}'],
      ['[', ']'],
      ['(', ')'],
    ],
    autoClosingPairs: [
      { open: '{', close: '}' },
      { open: '[', close: ']' },
      { open: '(', close: ')' },
      { open: '"', close: '"', notIn: ['string', 'comment'] },
      { open: "'", close: "'", notIn: ['string', 'comment'] },
    ],
    indentationRules: {
      increaseIndentPattern: /^.*[{([][^})\]"']*$/,
      decreaseIndentPattern: /^\s*[})\]]/,
    },
  });
  languages.setMonarchTokensProvider(SCRIPT_LANGUAGE, {
    ignoreCase: true,
    keywords: [...WORDS],
    types: [...TYPE_WORDS],
    tokenizer: {
      root: [
        [/(?:\/\/|#).*$/, 'comment'],
        [/\/\*/, 'comment', '@comment'],
        [/"(?:[^"\\]|\\.)*(?:"|$)/, 'string'],
        [/'(?:[^'\\]|\\.)*(?:'|$)/, 'string'],
        [/\d+(?:\.\d+)?/, 'number'],
        [/[a-z_]\w*/, { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'identifier' } }],
        [/[{}()[\]]/, '@brackets'],
      ],
      comment: [
        [/[^*]+/, 'comment'],
        [/\*\//, 'comment', '@pop'],
        [/\*/, 'comment'],
      ],
    },
  });
  registerWriting(monaco, SCRIPT_LANGUAGE);
  registerReading(monaco, SCRIPT_LANGUAGE);
  registerChanges(monaco, SCRIPT_LANGUAGE);
  registerColors(monaco, SCRIPT_LANGUAGE);
}

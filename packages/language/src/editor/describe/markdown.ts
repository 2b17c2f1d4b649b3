import type { MarkupContent } from 'vscode-languageserver-types';

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** One line of a name or value as code, with any content. */
export function code(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').slice(0, 200);
  const fence = '`'.repeat(longestRun(line) + 1);
  const padding = line === '' || /^[`\s]|[`\s]$/.test(line) ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** Lines of a script as a block. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}sbs\n${text}\n${fence}`;
}

/** Prose in which no character has a meaning of its own. */
export function prose(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()#+!|<>~&-]/g, '\\$&');
}

export function markdown(...parts: readonly (string | null | undefined | false)[]): MarkupContent {
  return { kind: 'markdown', value: parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n') };
}

import type { Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver-types';
import type { Severity } from '../diagnostics/diagnostic-definition.ts';
import type { Code } from '../diagnostics/diagnostics.ts';
import type { Message } from '../diagnostics/messages.ts';
import { rangeOfPlace } from '../editor/code-actions.ts';

/** The protocol's numbers. */
const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = { error: 1, warning: 2, beta: 3, info: 3 };
const UNNECESSARY: DiagnosticTag = 1;
const DEPRECATED: DiagnosticTag = 2;
const TAGS: Readonly<Partial<Record<Code, DiagnosticTag>>> = {
  SBS5001: UNNECESSARY,
  SBS5002: UNNECESSARY,
  SBS5003: UNNECESSARY,
  SBS4022: DEPRECATED,
};

/** A message as the protocol has it; `documentation` is where it is explained, its code added. */
export function protocolDiagnostic(message: Message, documentation: string | undefined): Diagnostic {
  const tag = TAGS[message.code];
  return {
    range: rangeOfPlace(message),
    severity: SEVERITIES[message.type],
    code: message.code,
    source: 'switchboard',
    message: message.message,
    ...(tag === undefined ? {} : { tags: [tag] }),
    ...dataOf(message),
    ...(documentation === undefined ? {} : { codeDescription: { href: documentation + message.code } }),
  };
}

/**
 * Returns the data without a protocol field: whether a message is beta, which a client may hide, and the title of its
 * fix.
 */
function dataOf({ type, fix }: Message): Pick<Diagnostic, 'data'> {
  if (type !== 'beta' && fix === undefined) return {};
  return { data: { ...(type === 'beta' ? { type } : {}), ...(fix === undefined ? {} : { fix: fix.title }) } };
}

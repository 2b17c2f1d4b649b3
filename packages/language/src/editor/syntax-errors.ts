import type { ScriptFile } from '../compile.ts';
import { CONSTRUCTS } from '../constructs/registry.ts';
import { collector, inOrder, type Message } from '../messages.ts';
import { linesOf } from '../syntax/lines.ts';
import { parseScript } from '../syntax/parser.ts';

/** The errors for which `formatScript` leaves a script as it is: those that are seen without knowing any other file. */
export function syntaxErrors({ path, text }: ScriptFile): Message[] {
  const messages: Message[] = [];
  parseScript(text, CONSTRUCTS, collector(path, linesOf(text), messages));
  return inOrder(messages).filter((message) => message.type === 'error');
}

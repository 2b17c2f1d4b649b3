import { RecentUnits, ScriptUnit } from '../account-script/script-unit.ts';
import type { ScriptFile } from '../compile.ts';
import type { Message } from '../diagnostics/messages.ts';

/** The errors for which `formatScript` leaves a script as it is: those that are seen without knowing any other file. */
export function syntaxErrors({ path, text }: ScriptFile): Message[] {
  return new ScriptUnit(path, text, new RecentUnits()).messages.filter((message) => message.type === 'error');
}

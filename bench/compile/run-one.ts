import { compile, type Message } from '@switchboard/language';
import { DECLARATIONS } from '@switchboard/language/declarations';
import { parseScript } from '@switchboard/language/parser';
import { CATALOG } from '@switchboard/language/testing/catalog';
import { Workspace } from '@switchboard/language/workspace';
import { makeProject, type Project } from './project.ts';

/**
 * Measurements, each in a process of its own: Chevrotain's trees and ours, both dropped one by one; a whole check with all
 * its messages; the same with the plan and its SQL. Preparation is not counted.
 */
export type Contestant = 'peer' | 'parse' | 'cold' | 'plan';

export type Outcome = { readonly seconds: number; readonly cpuSeconds: number; readonly peakBytes: number };

async function prepare(contestant: Contestant, { files }: Project): Promise<() => void> {
  if (contestant === 'peer') {
    // Only here, so that it takes no memory from the others.
    const { preparePeer } = await import('./peer.ts');
    const parse = preparePeer();
    return () => {
      for (const file of files) parse(file.text);
    };
  }
  if (contestant === 'parse')
    return () => {
      const report = (): void => undefined;
      for (const file of files)
        if (parseScript(file.text, DECLARATIONS, report).declarations.length < 2)
          throw new Error(`${file.path} is cut short.`);
    };
  const refuse = (messages: readonly Message[]): void => {
    const mistake = messages.find((message) => message.type === 'error');
    if (mistake) throw new Error(`${mistake.path}:${mistake.line}: ${mistake.message}`);
  };
  if (contestant === 'plan') return () => refuse(compile(files, CATALOG).messages);
  return () => {
    const workspace = new Workspace(CATALOG);
    for (const file of files) workspace.set(file.path, file.text);
    workspace.update();
    for (const path of workspace.paths()) refuse(workspace.messages(path));
  };
}

/** Measures one contestant in this process; to be the only one in it. */
export async function runOne(contestant: Contestant, count: number): Promise<Outcome> {
  const work = await prepare(contestant, makeProject(count));
  const cpu = process.cpuUsage();
  const start = performance.now();
  work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { seconds, cpuSeconds: (user + system) / 1e6, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

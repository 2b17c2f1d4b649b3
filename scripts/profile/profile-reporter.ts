import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileProfile } from './profile.ts';

/** Writes what each test file cost, in the order in which they ended. */
export class ProfileReporter implements Reporter {
  readonly #path: string;
  readonly #files: FileProfile[] = [];

  /** @param path of the JSON file */
  constructor(path: string) {
    this.#path = path;
  }

  onTestModuleEnd(module: TestModule): void {
    const diagnostic = module.diagnostic();
    this.#files.push({
      path: relative(process.cwd(), module.moduleId),
      worker: diagnostic.concurrencyId,
      environment: diagnostic.environmentSetupDuration,
      start: diagnostic.prepareDuration,
      modules: diagnostic.collectDuration + diagnostic.setupDuration,
      tests: diagnostic.duration,
      costs: module.meta().costs ?? null,
      each: [...module.children.allTests()].map((test) => ({
        name: test.fullName,
        duration: test.diagnostic()?.duration ?? 0,
      })),
    });
  }

  onTestRunEnd(): void {
    writeFileSync(this.#path, JSON.stringify(this.#files));
  }
}

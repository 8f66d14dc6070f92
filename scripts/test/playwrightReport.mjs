/** Reporter of Playwright that writes what `npm test` counts and repeats at its end. */
import { relative } from 'node:path';
import { Report } from './report.mjs';

export default class {
  #report = new Report();
  #root;

  onBegin(_config, root) {
    this.#root = root;
  }

  onError(error) {
    this.#report.fail('an error outside the tests', [error]);
  }

  onEnd() {
    for (const test of this.#root?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === 'expected') this.#report.passed += 1;
      // A test that was not reached, because one before it in its file failed, is skipped too.
      else if (outcome === 'skipped') this.#report.skipped += 1;
      else
        this.#report.fail(
          `${relative(process.cwd(), test.location.file)} › ${test.title}`,
          test.results.flatMap(({ errors }) => errors),
        );
    }
    this.#report.write();
  }

  printsToStdio() {
    return false;
  }
}

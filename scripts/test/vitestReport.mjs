/** Reporter of Vitest that writes what `npm test` counts and repeats at its end. */
import { Report } from './report.mjs';

export default class {
  onTestRunEnd(modules, unhandled) {
    const report = new Report();
    for (const module of modules) {
      for (const suite of [module, ...module.children.allSuites()])
        if (suite.errors().length > 0)
          report.fail(`${module.relativeModuleId} ${suite.fullName ?? ''}`, suite.errors());
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'failed') report.fail(`${module.relativeModuleId} › ${test.fullName}`, errors);
        else if (state === 'passed') report.passed += 1;
        else report.skipped += 1;
      }
    }
    for (const error of unhandled) report.fail('an error outside the tests', [error]);
    report.write();
  }
}

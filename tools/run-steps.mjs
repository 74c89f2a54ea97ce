import { runChild } from './run-child.mjs';

/** Runs the steps in order, each with its duration, and stops at the first that fails. Resolves with the exit code. */
export async function runSteps({ root, node, steps }) {
  for (const { name, args } of steps) {
    const startedAt = Date.now();
    console.log(`> ${name}`);
    const code = await runChild(node, ['--disable-warning=ExperimentalWarning', ...args], { cwd: root });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    if (code !== 0) {
      console.log(`Failed: ${name} (exit code ${code}, ${seconds} s)`);
      return code;
    }
    console.log(`  ${name}: passed (${seconds} s)`);
  }
  return 0;
}

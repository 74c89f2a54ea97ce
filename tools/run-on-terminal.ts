import { spawn } from 'node:child_process';

/** Gives this terminal to a program. Ctrl-C is the program's. @returns its exit code */
export async function runOnTerminal(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => {
        resolve(code ?? 1);
      });
    });
  } finally {
    process.off('SIGINT', ignore);
  }
}

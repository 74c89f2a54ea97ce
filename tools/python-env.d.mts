export function ensurePythonEnv(root: string, requirements: string): Promise<string>;

/** The package has no types: these are of the part that is used. */
declare module 'openapi-to-postmanv2' {
  export function convert(
    input: { type: 'json'; data: unknown },
    options: Record<string, unknown>,
    done: (error: unknown, result?: { result: boolean; reason?: string; output?: { data: unknown }[] }) => void,
  ): void;
}

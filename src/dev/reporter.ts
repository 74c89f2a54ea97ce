/** Writes plain lines for a person; every part of the platform reports through a prefix of its own. */
export interface Reporter {
  say: (line: string) => void;
  /** A function that says a line of this part, and how long the part has taken so far where that is worth a word. */
  of: (part: string) => (line: string) => void;
}

export function createReporter(): Reporter {
  const say = (line: string): void => {
    console.log(line);
  };
  return {
    say,
    of: (part) => {
      const startedAt = performance.now();
      return (line) => {
        const seconds = (performance.now() - startedAt) / 1000;
        say(`${part}: ${line}${seconds >= 1 && !/\d s$/.test(line) ? ` (${seconds.toFixed(1)} s)` : ''}`);
      };
    },
  };
}

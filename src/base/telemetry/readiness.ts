/** A service that a process works with, and the question whether it is there. */
export interface Dependency {
  name: 'postgresql' | 'temporal';
  /** Whether the process is of no use without it. */
  isRequired: boolean;
  /** Rejects when it is not there; ends by itself, sooner or later. */
  check: () => Promise<unknown>;
}

export interface DependencyState {
  state: 'up' | 'down';
  /** The duration of the newest look that ended in time; null where none did. */
  latency_ms: number | null;
}

/** As `/readyz` answers: no address, no error, no version. */
export interface ReadinessReport {
  /** `degraded`: it works, and something that it can do without for a while is away. */
  status: 'ready' | 'degraded' | 'not_ready' | 'stopping';
  dependencies: Record<string, DependencyState>;
}

export interface Readiness {
  read(): Promise<ReadinessReport>;
  /** From now on it is not ready, whatever it depends on: nobody should send it anything new. */
  stop(): void;
  /** The process has begun its work; before that it is not ready. */
  begin(): void;
}

export interface ReadinessOptions {
  dependencies: Dependency[];
  /** A part that has not answered in this time is down. */
  patienceMs?: number;
  /** An answer is given again for this long, so that a caller who asks often costs nothing. */
  freshMs?: number;
}

/**
 * Whether a process should get work. However many ask, each dependency is asked by one of them at a time: a look that
 * hangs is not joined by another, and counts as down meanwhile.
 */
export function createReadiness({ dependencies, patienceMs = 1_500, freshMs = 1_000 }: ReadinessOptions): Readiness {
  const looks = dependencies.map((dependency) => createLook(dependency, patienceMs));
  let hasBegun = false;
  let isStopping = false;
  let last: { at: number; states: Promise<DependencyState[]> } | undefined;

  const readStates = (): Promise<DependencyState[]> => {
    const now = performance.now();
    if (!last || now - last.at > freshMs) last = { at: now, states: Promise.all(looks.map((look) => look())) };
    return last.states;
  };

  return {
    async read() {
      const states = await readStates();
      const named = states.map((state, index) => [dependencies[index]!.name, state] as const);
      const isAway = (isRequired: boolean): boolean =>
        states.some(({ state }, index) => state === 'down' && dependencies[index]!.isRequired === isRequired);
      const isReady = hasBegun && !isAway(true);
      const status = isStopping ? 'stopping' : !isReady ? 'not_ready' : isAway(false) ? 'degraded' : 'ready';
      return { status, dependencies: Object.fromEntries(named) };
    },
    stop() {
      isStopping = true;
    },
    begin() {
      hasBegun = true;
    },
  };
}

export function isReady({ status }: ReadinessReport): boolean {
  return status === 'ready' || status === 'degraded';
}

const DOWN: DependencyState = { state: 'down', latency_ms: null };

function createLook({ check }: Dependency, patienceMs: number): () => Promise<DependencyState> {
  let underWay: Promise<DependencyState> | null = null;
  const look = async (): Promise<DependencyState> => {
    const begun = performance.now();
    try {
      await check();
      return { state: 'up', latency_ms: Math.round((performance.now() - begun) * 10) / 10 };
    } catch {
      return DOWN;
    } finally {
      underWay = null;
    }
  };
  return async () => {
    underWay ??= look();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<DependencyState>((resolve) => {
      timer = setTimeout(() => resolve(DOWN), patienceMs);
    });
    return Promise.race([underWay, late]).finally(() => clearTimeout(timer));
  };
}

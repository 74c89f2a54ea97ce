import { ApiError } from '../../src/base/errors/errors.ts';

/** The code with which a use case refuses what it is asked; null where it does it. */
export async function refusalOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

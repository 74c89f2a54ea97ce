import { ApiError, invalidFields, type FieldError } from '../base/errors/errors.ts';

/**
 * Runs a use case, and names the fields that it refuses as a form has them.
 *
 * @throws ApiError as `work`
 */
export async function renameRefusals<T>(
  rename: (refused: FieldError) => FieldError,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length === 0) throw error;
    throw invalidFields(error.errors.map(rename));
  }
}

import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Puts the message and the stack of a failure into a payload, which the codec encrypts. The SDK loads the file by its
 * path.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });

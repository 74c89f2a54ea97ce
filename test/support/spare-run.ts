// Loaded before Jest (`--import`): Jest begins when the watch mode says so, with the libraries at hand.
import { awaitMessage } from '../../src/dev/await-message.ts';
import { loadLibraries } from '../../src/dev/load-libraries.ts';

// The workers that Jest starts have the same arguments, and messages of their own.
if (process.argv[1]?.endsWith('/jest')) await Promise.all([awaitMessage(), loadLibraries()]);

/**
 * The header of signals, starts and activities that names the trace which they are part of, in the form of W3C Trace
 * Context. Pure, so that workflows may import it.
 */
export const TRACE_HEADER = 'traceparent';

/**
 * Why work on a request is refused, for pages that show it before an attempt. Free of schemas: the browser imports it.
 */
export const duplicateRequests = 'There is more than one active request. Cancel one first to continue.'

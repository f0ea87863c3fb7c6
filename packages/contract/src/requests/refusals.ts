/** Why work on a request is refused that a page says before anybody tries. Free of schemas: the browser imports it. */
export const duplicateRequests = 'There is more than one active request. Cancel one first to continue.'

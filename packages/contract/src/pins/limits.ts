/** Bounds of comments on scans. Free of schemas: the browser imports them. */
export const maxPinText = 1000
/** Comments that a case may have at a time. */
export const maxPins = 200

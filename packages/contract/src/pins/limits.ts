/** Bounds of comments on scans. Free of schemas: the browser imports them. */
export const maxPinText = 1000
/** Maximum comments per case. */
export const maxPins = 200

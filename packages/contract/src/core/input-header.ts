/**
 * Sent by our pages on calls that follow a person's input; calls that a page makes by itself do not extend the session
 * (decision 033).
 */
export const inputHeader = 'x-input'

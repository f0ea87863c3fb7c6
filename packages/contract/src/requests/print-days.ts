/**
 * Business days that the lab needs for a print asked for after approval; for one asked for with the Rx form they are the
 * lab's setting (`requests/earliest`).
 */
export const printDays = 1

/**
 * Business days that the lab needs for a print requested after approval; for one requested with the Rx form the lab's
 * setting applies (`requests/earliest`).
 */
export const printDays = 1

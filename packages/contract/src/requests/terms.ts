/**
 * Business days that a print takes which is asked for later;
 * those of the Rx form are the lab's setting (`requests/earliest`).
 */
export const printDays = 1

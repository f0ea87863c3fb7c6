/** Business days that a print takes which is asked for later; those of the Rx form are the lab's setting (decisions §8). */
export const printDays = 1

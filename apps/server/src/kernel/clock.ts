/** The one clock (`safety/clock`). Tests replace it. */
let read = (): Date => new Date()

export const now = (): Date => read()

/** For tests: sets the time; undefined restores the real clock. */
export function setClock(clock: (() => Date) | undefined): void {
  read = clock ?? (() => new Date())
}

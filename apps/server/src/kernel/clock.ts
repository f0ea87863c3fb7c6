/** The one clock (`safety/clock`). Tests put another one in its place. */
let read = (): Date => new Date()

export const now = (): Date => read()

/** For tests: time as they say; undefined gives the real clock back. */
export function setClock(clock: (() => Date) | undefined): void {
  read = clock ?? (() => new Date())
}

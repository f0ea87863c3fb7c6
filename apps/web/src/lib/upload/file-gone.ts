/** A chosen file was changed, moved or removed on its disk before its bytes had traveled: waiting does not mend that. */
export class FileGone extends Error {
  constructor(name: string) {
    super(`${name} was changed or removed since you chose it. Choose it again.`)
    this.name = 'FileGone'
  }
}

/** Whether a chosen file, or this piece of one, can still be read as it was when it was chosen. */
export const isThere = (piece: Blob): Promise<boolean> =>
  piece
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

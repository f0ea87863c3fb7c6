/** A word from one part of the portal to another that it does not know: about a record, heard by who shows it. */
interface PageSignal<T> {
  /** Says something about the record of this id. */
  send(id: number, said: T): void
  /** Hears what is said about the record. Returns how to end that. */
  hear(id: number, listener: (said: T) => void): () => void
}

/** @param waits what nobody hears yet is heard by the page that shows the record next */
export function pageSignal<T>({ waits }: { waits: boolean }): PageSignal<T> {
  const listeners = new Map<number, (said: T) => void>()
  const waiting = new Map<number, T>()
  return {
    send(id, said) {
      const listener = listeners.get(id)
      if (listener) listener(said)
      else if (waits) waiting.set(id, said)
    },
    hear(id, listener) {
      listeners.set(id, listener)
      const said = waiting.get(id)
      waiting.delete(id)
      if (said !== undefined) listener(said)
      return () => {
        if (listeners.get(id) === listener) listeners.delete(id)
      }
    },
  }
}

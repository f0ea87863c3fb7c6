import { useEffect, useEffectEvent, useState } from 'react'
import type { ListState } from '../../ui/list/list-state.ts'
import type { GlobalTexts } from './queries.ts'
import type { globalSearch } from './search.ts'

/** The index is asked this long after the last box (`screens/search`). */
const delayMs = 250

export interface Choices {
  valueOf: (key: keyof GlobalTexts) => string
  set: (key: keyof GlobalTexts, value: string) => void
}

interface Pending {
  texts: GlobalTexts
  /** They are on their way to the address. */
  sent: boolean
}
const none: Pending = { texts: {}, sent: false }

/**
 * What is checked in the left panel: shown at once, and written to the address once the person rests, all of it together.
 * `address` is the search as the address has it now.
 */
export function useChoices(
  list: ListState<typeof globalSearch>,
  address: GlobalTexts,
): Choices & { forget: () => void } {
  const [pending, setPending] = useState<Pending>(none)
  const { texts, sent } = pending
  const key = JSON.stringify(address)
  const [seen, setSeen] = useState(key)
  if (seen !== key) {
    setSeen(key)
    // The address has it, or another one was gone to.
    if (sent) setPending(none)
  }
  const send = useEffectEvent(() => {
    setPending({ texts, sent: true })
    list.set(texts)
  })
  useEffect(() => {
    if (sent || Object.keys(texts).length === 0) return
    const timer = setTimeout(send, delayMs)
    return () => clearTimeout(timer)
  }, [texts, sent])
  return {
    valueOf: (key) => texts[key] ?? list.valueOf(key),
    set: (key, value) =>
      setPending((now) => ({ texts: { ...(now.sent ? {} : now.texts), [key]: value }, sent: false })),
    forget: () => setPending(none),
  }
}

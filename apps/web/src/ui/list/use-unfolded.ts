import { useCallback, useState } from 'react'

/** Which rows of a list are unfolded, and how one is unfolded or folded; the same function each time. */
export function useUnfolded(): { ids: ReadonlySet<number>; toggle: (id: number) => void } {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback(
    (id: number) => setIds((now) => new Set(now.has(id) ? [...now].filter((other) => other !== id) : [...now, id])),
    [],
  )
  return { ids, toggle }
}

import { useState } from 'react'
import { between, rowsOf } from './places.ts'

interface Choice {
  chosen: readonly number[]
  /** The tooth that has the keyboard. */
  focused: number
  /** Where a range begins, and what was chosen before it. */
  anchor: number
  before: readonly number[]
  /** Something was said of this choice: the next tooth begins another one. */
  used: boolean
}
const nothing: Choice = { chosen: [], focused: 11, anchor: 11, before: [], used: false }

/** Which teeth are chosen, and which one has the keyboard. */
export function useSelection(deciduous: boolean) {
  const [{ chosen, ...choice }, set] = useState(nothing)
  const rows = rowsOf(deciduous)
  const shown = rows.flat()
  return {
    rows,
    chosen: chosen.filter((tooth) => shown.includes(tooth)),
    focused: shown.includes(choice.focused) ? choice.focused : nothing.focused,
    /** Adds a tooth, or takes it out. */
    toggle: (tooth: number) =>
      set((now) => {
        const rest = now.used ? [] : now.chosen.filter((other) => other !== tooth)
        const next = now.chosen.includes(tooth) ? rest : [...rest, tooth]
        return { chosen: next, focused: tooth, anchor: tooth, before: next, used: false }
      }),
    /** Chooses everything from the last tooth that was chosen to this one. */
    extend: (tooth: number) =>
      set((now) => {
        const before = now.used ? [] : now.before
        const next = [...new Set([...before, ...between(now.anchor, tooth, rows)])]
        return { ...now, chosen: next, focused: tooth, before, used: false }
      }),
    move: (tooth: number) =>
      set((now) => ({ ...now, focused: tooth, ...((now.chosen.length === 0 || now.used) && { anchor: tooth }) })),
    clear: () => set((now) => ({ ...nothing, focused: now.focused, anchor: now.focused })),
    use: () => set((now) => ({ ...now, used: true })),
  }
}

import type { FormStore } from './store.ts'

/** A pointer is down and has not clicked yet. */
let pressed = false
addEventListener('pointerdown', () => (pressed = true), true)
/** A press that becomes a scroll is canceled. */
const ends = ['pointerup', 'pointercancel'] as const
for (const end of ends) addEventListener(end, () => (pressed = false), true)

/**
 * Marks a field as visited when the focus leaves it: from now on it shows its errors. If a mouse press took the focus,
 * a message would move what is about to be clicked: it waits for the click, and stays away where nothing was entered.
 * @param within the value that the field is a part of: a row of several
 */
export function leaveField<V extends object>(form: FormStore<V>, name: keyof V, within = name): void {
  if (!pressed) form.visit(name)
  else if (form.entered(within)) {
    const ended = new AbortController()
    const visit = () => {
      ended.abort()
      setTimeout(() => form.visit(name))
    }
    for (const end of ends) addEventListener(end, visit, { capture: true, signal: ended.signal })
  }
}

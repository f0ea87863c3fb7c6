import type { FormStore } from './store.ts'

/** A press of the mouse has begun and is not yet a click. */
let pressed = false
addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true)

/**
 * A person left a field: from now on it says what is wrong. When the mouse led away, words would move what is about to be
 * clicked: they wait until that is done, and a field in which nothing was entered says nothing yet.
 */
export function leaveField<V extends object>(form: FormStore<V>, name: keyof V): void {
  if (!pressed) form.visit(name)
  else if (form.entered(name))
    addEventListener('pointerup', () => setTimeout(() => form.visit(name)), { once: true, capture: true })
}

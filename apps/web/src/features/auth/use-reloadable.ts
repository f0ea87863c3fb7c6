import { useEffect } from 'react'
import type { FormStore } from '../../ui/form/store.ts'

/** Per address: an invitation opened in the same tab begins with what its own link says. */
const key = () => `archwire.typed.${location.pathname}${location.search}`

/** The values, with what this page's form contained of them before the page was reloaded. */
export function withTyped<V extends Record<string, string>>(values: V): V {
  const kept = JSON.parse(sessionStorage.getItem(key()) ?? '{}') as Record<string, unknown>
  const typed = Object.entries(kept).filter(([name, value]) => name in values && typeof value === 'string')
  return { ...values, ...Object.fromEntries(typed) }
}

/** A reload of this page keeps these fields. Never for a password: the browser stores what is kept, in this tab. */
export function useReloadable<V extends object>(form: FormStore<V>, names: readonly (keyof V)[]): void {
  useEffect(() => {
    sessionStorage.removeItem(key())
    const keep = () => {
      const values = form.values()
      sessionStorage.setItem(key(), JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]]))))
    }
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [form, names])
}

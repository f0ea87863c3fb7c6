import { useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/api.ts'

export type Errors<V> = Partial<Record<keyof V, string[]>>

/** Names of the values that are exactly of a kind: what a field may be bound to. */
export type KeysOf<V, T> = {
  [K in keyof V]-?: [V[K]] extends [T] ? ([T] extends [V[K]] ? K : never) : never
}[keyof V]

/**
 * What was typed into a field and is not its value: it is not finished, or it cannot be the value, and why.
 * `value`: what it becomes, at the latest when the form is sent.
 */
export interface Typed {
  text: string
  problem?: string | undefined
  value?: unknown
}

/** By field. */
export type Texts<V> = Partial<Record<keyof V, Typed>>

export interface FormStore<V extends object> {
  /** Prefix of its fields' ids: two forms on a page never share one. */
  id: string
  values: () => V
  /** Everything currently wrong with the form, shown or not. */
  problems: () => Errors<V>
  /** A field's current message: the server's, else its own once it was visited. */
  errorOf: (name: keyof V) => string | undefined
  set: <K extends keyof V>(name: K, value: V[K]) => void
  /** Replaces many values at once, for example with a draft, which may have texts, too. */
  fill: (values: Partial<V>, texts?: Texts<V>) => void
  /** Texts that are not the values of their fields; each stays until its field gets a value. */
  texts: () => Texts<V>
  /** Keeps such a text; undefined: there is none any longer. Its problem is one of the form. */
  type: (name: keyof V, typed: Typed | undefined) => void
  /** Whether a person entered anything, even if removed again. */
  entered: (name: keyof V) => boolean
  /** From now on the field shows its errors. */
  visit: (name: keyof V) => void
  /** Before the form is sent: all fields show their errors, and texts that can be read become values. */
  visitAll: () => void
  /** Messages of the server; they stay until the field changes, and keep no one from sending again. */
  refuse: (fields: Record<string, string[]>) => void
  /** The word of a check that takes time: a problem like any other until it is taken back or the field changes. */
  judge: (name: keyof V, message: string | undefined) => void
  changed: () => boolean
  subscribe: (listener: () => void) => () => void
}

interface Options<V> {
  initial: V
  /** Normalizes the values after each change. */
  settle?: (values: V) => V
  validate: (values: V) => Errors<V>
}

let forms = 0

/** The values with those of texts that can be read. */
function readIn<V extends object>(values: V, texts: Texts<V>): V {
  const read = Object.entries<Typed | undefined>(texts).filter(([, typed]) => typed?.value !== undefined)
  return read.length === 0
    ? values
    : { ...values, ...Object.fromEntries(read.map(([name, typed]) => [name, typed?.value])) }
}

function without<T extends object>(all: T, name: PropertyKey): T {
  const { [name as keyof T]: _, ...rest } = all
  return rest as T
}

/**
 * The state of one form. It lives beside React, so that a keystroke renders the one field it changes: a field
 * subscribes to its own value and messages, and to nothing else.
 */
export function createForm<V extends object>({ initial, settle = (values) => values, validate }: Options<V>) {
  let values = settle(initial)
  const first = values
  let problems = validate(values)
  let refused: Record<string, string[]> = {}
  let texts: Texts<V> = {}
  const judged = new Map<keyof V, string[]>()
  let visited = new Set<keyof V>()
  const entered = new Set<keyof V>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  const become = (next: V) => {
    values = settle(next)
    // A text hides what is wrong with the value that it will replace.
    let own = Object.fromEntries(judged)
    const read = readIn(values, texts)
    let found = validate(read === values ? values : settle(read))
    for (const name in texts) {
      const problem = texts[name]?.problem
      own = without(own, name)
      if (problem !== undefined) found = { ...found, [name]: [problem] }
      else if (texts[name]?.value === undefined) found = without(found, name)
    }
    problems = { ...(own as Errors<V>), ...found }
    tell()
  }
  const store: FormStore<V> = {
    id: `form-${++forms}`,
    values: () => values,
    problems: () => problems,
    errorOf: (name) =>
      refused[name as string]?.[0] ??
      (texts[name] ? undefined : judged.get(name)?.[0]) ??
      (visited.has(name) ? problems[name]?.[0] : undefined),
    set: (name, value) => {
      if (Object.is(values[name], value)) return
      refused = without(refused, name)
      texts = without(texts, name)
      judged.delete(name)
      entered.add(name)
      become({ ...values, [name]: value })
    },
    fill: (some, typed = {}) => {
      for (const name in some) if (!Object.is(some[name], values[name])) texts = without(texts, name)
      texts = { ...texts, ...typed }
      for (const name in typed) visited.add(name)
      become({ ...values, ...some })
    },
    texts: () => texts,
    type: (name, typed) => {
      if (typed === texts[name]) return
      refused = without(refused, name)
      texts = without(texts, name)
      if (typed) {
        entered.add(name)
        texts = { ...texts, [name]: typed }
      }
      become(values)
    },
    entered: (name) => entered.has(name),
    visit: (name) => {
      if (visited.has(name)) return
      visited.add(name)
      tell()
    },
    visitAll: () => {
      // Problems of parts of a value have names of their own.
      visited = new Set([...Object.keys(values), ...Object.keys(problems)] as (keyof V)[])
      const read = readIn(values, texts)
      for (const name in texts) {
        if (texts[name]?.value === undefined) continue
        texts = without(texts, name)
        judged.delete(name)
      }
      become(read)
    },
    refuse: (fields) => {
      refused = { ...refused, ...fields }
      tell()
    },
    judge: (name, message) => {
      if (message === judged.get(name)?.[0]) return
      if (message === undefined) judged.delete(name)
      else judged.set(name, [message])
      become(values)
    },
    changed: () =>
      Object.keys(texts).length > 0 || (values !== first && JSON.stringify(values) !== JSON.stringify(first)),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return store
}

/** Re-renders only when the selected part of the form changes; select values that compare by `===`. */
export const useFormPart = <V extends object, T>(form: FormStore<V>, select: (form: FormStore<V>) => T): T =>
  useSyncExternalStore(form.subscribe, () => select(form))

/** One field: its id, its value, its messages, and how to change it. */
export function useField<V extends object, K extends keyof V>(form: FormStore<V>, name: K) {
  const value = useFormPart(form, () => form.values()[name])
  const error = useFormPart(form, () => form.errorOf(name))
  return { id: fieldId(form, name), value, error, set: (next: V[K]) => form.set(name, next) }
}

/**
 * Shows the server's messages at the fields it names; true when the form shows them all, so that no toast repeats them.
 */
export function refuseFields<V extends object>(form: FormStore<V>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const names = Object.keys(error.fields)
  form.refuse(error.fields)
  return names.length > 0 && names.every((name) => name in form.values())
}

/** The same, and the first of these fields in the form gets the focus: the button that was pressed has lost it. */
export function refuseAndFocus<V extends object>(form: FormStore<V>, error: unknown): boolean {
  const shown = refuseFields(form, error)
  const first = Object.keys(form.values()).find((name) => form.errorOf(name as keyof V))
  if (first) requestAnimationFrame(() => focusField(form, first))
  return shown
}

/** For the form of a dialog: what a refusal says is shown at its fields; a refusal of something else closes the dialog. */
export const refuseOrClose =
  <V extends object>(form: FormStore<V>, onClose: () => void) =>
  (error: Error): boolean => {
    if (refuseAndFocus(form, error)) return true
    onClose()
    return false
  }

/** The DOM id of a field: its label, the list of missing fields and the server's refusals lead there. */
export const fieldId = (form: { id: string }, name: PropertyKey): string => `${form.id}-${String(name)}`

/** Whether the page shows this field. */
export const isThere = (form: { id: string }, name: PropertyKey): boolean =>
  document.getElementById(fieldId(form, name)) !== null

/** Frames until fields that were closed for a save have opened. */
const untilOpen = 30

/** Focuses a field, or the first control inside it; `select` for a text that is to be typed again. */
export function focusField(form: { id: string }, name: PropertyKey, { select = false, frames = untilOpen } = {}): void {
  const place = document.getElementById(fieldId(form, name))
  // The save has been answered, and its form is not drawn again yet (`useClosedWhile`).
  if (place?.closest('[inert]') && frames > 0)
    return void requestAnimationFrame(() => focusField(form, name, { select, frames: frames - 1 }))
  const controls = 'input:not([disabled]):not([type=hidden]), button:not([disabled]), textarea, select'
  const control = place?.matches(controls) ? place : (place?.querySelector<HTMLElement>(controls) ?? place)
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  if (select && control instanceof HTMLInputElement) control.select()
}

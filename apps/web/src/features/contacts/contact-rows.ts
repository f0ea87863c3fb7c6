import { contactFields } from '@archwire/contract/contacts/fields.ts'
import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { invitationProblem } from '@archwire/contract/contacts/rules.ts'
import type { Contact, ContactList } from '@archwire/contract/contacts/schema.ts'
import { createForm, type Errors, type FormStore } from '../../ui/form/store.ts'

export type ContactValues = Omit<Contact, 'id'>

/** A contact of the list that is being edited. */
export interface ContactRow {
  /** Its name within the page: a new contact has no id yet. */
  key: string
  id: number | undefined
  /** The person was invited from here before: an invitation is sent once. */
  wasInvited: boolean
  form: FormStore<ContactValues>
}

/** What is kept of a row until it is saved. */
export interface KeptRow {
  id: number | undefined
  wasInvited: boolean
  values: ContactValues
}

const empty = contactFields.empty()

/** Always in the same order: values are compared as text. */
const valuesOf = (contact: Contact): ContactValues =>
  ({
    ...Object.fromEntries(Object.keys(empty).map((name) => [name, contact[name as keyof Contact]])),
    email: readableEmail(contact.email),
  }) as unknown as ContactValues

let keys = 0

/** A row with these values; `base`: what it started from, so that the form knows what was changed. */
function makeRow({ id, wasInvited, values }: KeptRow, base: ContactValues = values): ContactRow {
  const form = createForm<ContactValues>({
    initial: base,
    validate: (now): Errors<ContactValues> => {
      const problem = wasInvited ? undefined : invitationProblem(now)
      return { ...(problem !== undefined && { email: [problem] }), ...contactFields.problems(now) }
    },
  })
  form.fill(values)
  return { key: `contact-${++keys}`, id, wasInvited, form }
}

export const newRow = (): ContactRow => makeRow({ id: undefined, wasInvited: false, values: empty })

export const rowsOf = ({ contacts }: ContactList): ContactRow[] => contacts.map((contact) => rowOf(contact))
const rowOf = (contact: Contact): ContactRow =>
  makeRow({ id: contact.id, wasInvited: contact.is_create_account, values: valuesOf(contact) })

/** What is kept of the rows until they are saved. */
export const keptOf = (rows: readonly ContactRow[]): KeptRow[] =>
  rows.map(({ id, wasInvited, form }) => ({ id, wasInvited, values: form.values() }))

/** The rows as they were kept, beside the list that they started from. */
export const rowsOfKept = (kept: readonly KeptRow[], { contacts }: ContactList): ContactRow[] =>
  kept.map((row) => {
    const base = contacts.find(({ id }) => id === row.id)
    return makeRow(row, base && valuesOf(base))
  })

/** Whether the rows differ from the list that they started from. */
export const differs = (rows: readonly ContactRow[], { contacts }: ContactList): boolean =>
  rows.length !== contacts.length ||
  rows.some(
    ({ id, form }, at) =>
      id !== contacts[at]!.id || JSON.stringify(form.values()) !== JSON.stringify(valuesOf(contacts[at]!)),
  )

/**
 * What was done here, on top of a newer list: edited, added and removed contacts stay so, all others become as they are
 * there. One that was edited here and removed there becomes a new one.
 */
export function merged(rows: readonly ContactRow[], base: ContactList, theirs: ContactList): ContactRow[] {
  const there = new Map(theirs.contacts.map((contact) => [contact.id, contact]))
  const own = rows.flatMap((row) => {
    const contact = row.id === undefined ? undefined : there.get(row.id)
    if (!row.form.changed() && row.id !== undefined) return contact ? [rowOf(contact)] : []
    const values = row.form.values()
    if (!contact) return [makeRow({ id: undefined, wasInvited: row.wasInvited, values }, empty)]
    return [makeRow({ id: contact.id, wasInvited: contact.is_create_account, values }, valuesOf(contact))]
  })
  const known = new Set(base.contacts.map(({ id }) => id))
  return [...own, ...theirs.contacts.filter(({ id }) => !known.has(id)).map(rowOf)]
}

/** What is sent of the rows: trimmed; a new contact has no id. */
export const bodyOf = (rows: readonly ContactRow[]) =>
  rows.map(({ id, form }) => {
    const { first_name, last_name, title, email, phone_number, notes, is_create_account } = form.values()
    const texts = { first_name, last_name, title, email, phone_number, notes }
    const trimmed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as typeof texts
    return { ...trimmed, is_create_account, ...(id !== undefined && { id }) }
  })

const isField = (name: string): name is keyof ContactValues => Object.hasOwn(empty, name)

/**
 * Shows the server's messages (`contacts.2.email`) at the fields of their rows. Returns the first of these fields; null when
 * a message is about none of them.
 */
export function refuseRows(
  rows: readonly ContactRow[],
  fields: Record<string, string[]>,
): { row: ContactRow; name: keyof ContactValues } | null {
  const places = Object.entries(fields).map(([path, messages]) => {
    const [, index = '', name = ''] = /^contacts\.(\d+)\.(\w+)$/.exec(path) ?? []
    return { index: Number(index), row: index === '' ? undefined : rows[Number(index)], name, messages }
  })
  for (const { row, name, messages } of places) if (isField(name)) row?.form.refuse({ [name]: messages })
  if (places.some(({ row, name }) => !row || !isField(name))) return null
  const order = Object.keys(empty)
  const [first] = places.toSorted((a, b) => a.index - b.index || order.indexOf(a.name) - order.indexOf(b.name))
  return first?.row && isField(first.name) ? { row: first.row, name: first.name } : null
}

import { modificationParts, type ModificationPart } from '@archwire/contract/rx-forms/modification.ts'
import { IconLock } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { useFormPart } from '../../ui/form/store.ts'
import { useCaseForm } from './case-form.ts'
import styles from './part.module.css'

/** A part of the form; of a form that was submitted it is closed once it can no longer be changed (`rx-form/change`). */
export function Part({ name, children }: { name: ModificationPart; children: ReactNode }) {
  const { form, open, before, closed } = useCaseForm()
  const fields = modificationParts[name]
  const isOpen = open === undefined || fields.some((field) => open.has(field))
  const isTyped = useFormPart(
    form,
    () =>
      before !== undefined &&
      fields.some((field) => JSON.stringify(form.values()[field]) !== JSON.stringify(before[field])),
  )
  if (isOpen) return children
  return <Closed why={isTyped ? `${closed} What you changed here is not saved.` : closed}>{children}</Closed>
}

/** Fields as they are, that nobody can change any more, and why. */
export function Closed({ why, children }: { why: string | undefined; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className={styles.closed} disabled aria-describedby={id}>
      {children}
      <p id={id}>
        <IconLock size={14} stroke={1.8} aria-hidden="true" /> {why}
      </p>
    </fieldset>
  )
}

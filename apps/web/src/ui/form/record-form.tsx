import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { workIsSaved } from '../../lib/unsaved-work.ts'
import { Note } from '../states.tsx'
import { useOnce } from '../once.ts'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import styles from './record-form.module.css'
import { focusField, refuseFields, useFormPart, type FormStore } from './store.ts'

interface Versioned {
  version: number
}

/**
 * The form of a record that others may change meanwhile. An untouched form follows the record; a touched one keeps what
 * was typed, reports that there is a newer version, and saves on the version that it was started with.
 * @param record its current version; undefined for a new one
 * @param make a form of a record
 */
export function useRecordForm<R extends Versioned, V extends object>(
  record: R | undefined,
  make: (record: R | undefined) => FormStore<V>,
) {
  const [base, setBase] = useState(record)
  const [form, setForm] = useState(() => make(record))
  const changed = useFormPart(form, () => form.changed())
  const adopt = (next: R | undefined) => {
    setBase(next)
    setForm(make(next))
  }
  const isNewer = record !== undefined && base !== undefined && record.version > base.version
  // A change by a colleague (or another button here) may not affect what this form shows: then there is nothing to
  // choose.
  const differs = isNewer && Object.keys(changedIn(make(base).values(), make(record).values())).length > 0
  if (isNewer && !changed) adopt(record)
  else if (isNewer && !differs) setBase(record)
  return {
    form,
    changed,
    /** The version that a save names. */
    version: base?.version,
    /** Another person changed the record while this form was being filled in. */
    overtaken: differs && changed,
    takeTheirs: () => adopt(record),
    /** Typed values stay; every other field takes the record's current value. */
    keepMine: () => {
      const typed = changedIn(make(base).values(), form.values())
      const next = make(record)
      next.fill(typed)
      setBase(record)
      setForm(next)
    },
    /** It was saved: the form restarts with the response, and may be left. */
    saved: (next: R) => {
      workIsSaved()
      adopt(next)
    },
    /** Shows the server's messages at their fields and focuses the first; true when all are shown there. */
    refused: (error: unknown): boolean => {
      const shown = refuseFields(form, error)
      const first = Object.keys(form.values()).find((name) => form.errorOf(name as keyof V))
      if (first) requestAnimationFrame(() => focusField(form, first))
      return shown
    },
  }
}

/** The values of a form that differ from its initial ones. */
function changedIn<V extends object>(begun: V, now: V): Partial<V> {
  const names = Object.keys(now) as (keyof V)[]
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(begun[name]))
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<V>
}

interface Props<V extends object> {
  form: FormStore<V>
  changed: boolean
  overtaken: boolean
  takeTheirs: () => void
  keepMine: () => void
  /** What the form is about: "location". */
  what: string
  /** The verb on its button. */
  submit: string
  busy: boolean
  onSubmit: () => void
  /** Leads back without saving. */
  onCancel: () => void
  children: ReactNode
}

/** Reports that another person changed the record meanwhile, and asks whose version to keep. */
export const OvertakenNote = ({
  overtaken,
  takeTheirs,
  keepMine,
  what,
}: Pick<Props<object>, 'overtaken' | 'takeTheirs' | 'keepMine' | 'what'>) =>
  overtaken && (
    <Note tone="warning">
      Someone else changed this {what} in the meantime.{' '}
      <span className={styles.choice}>
        <Button size="compact-sm" variant="default" onClick={takeTheirs}>
          Show theirs
        </Button>
        <Button size="compact-sm" variant="default" onClick={keepMine}>
          Keep mine
        </Button>
      </span>
    </Note>
  )

/**
 * The frame of a record's form: its fields, Save while it is changed
 * and valid (`screens/save`), the question before it is left.
 */
export function RecordForm<V extends object>({ form, changed, what, onSubmit, children, ...props }: Props<V>) {
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const submit = useOnce(onSubmit, props.busy)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.visitAll()
        if (changed && valid && !props.busy) submit()
      }}
    >
      <UnsavedGuard unsaved={changed} what={`What you changed on this ${what} is not saved yet.`} />
      <OvertakenNote {...props} what={what} />
      {children}
      <div className={styles.actions}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!changed || !valid} loading={props.busy}>
          {props.submit}
        </Button>
      </div>
    </form>
  )
}

/** Fields that belong together, under one heading, in two columns where there is room. */
export const FieldGroup = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => (
  <section className={styles.group} aria-label={title}>
    <h2>{title}</h2>
    {note}
    <div className={styles.fields}>{children}</div>
  </section>
)

/** A field that takes both columns. */
export const Wide = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>

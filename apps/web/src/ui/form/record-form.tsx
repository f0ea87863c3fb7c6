import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { dropWork, heldWork, holdWork } from '../../lib/unsaved-work.ts'
import { Note } from '../states.tsx'
import { useClosedWhile } from '../closed-while.ts'
import { useOnce } from '../once.ts'
import styles from './record-form.module.css'
import { refuseAndFocus, useFormPart, type FormStore, type Texts } from './store.ts'

/** A record that is saved on the version that was read. */
export interface Versioned {
  id: number
  version: number
}

interface Kept<R, V> {
  /** The record that the form was started with. */
  base: R | undefined
  typed: Partial<V>
  texts: Texts<V>
}

/**
 * The form of a record that others may change in the meantime. An untouched form follows the record; a touched one keeps what
 * was typed, reports that there is a newer version, and saves on the version that it was started with. What was typed
 * is unsaved work (`screens/unsaved`), also what was typed while a save was on its way.
 * @param what it is: "location"
 * @param record its current version; undefined for a new one
 * @param make a form of a record
 */
export function useRecordForm<R extends Versioned, V extends object>(
  what: string,
  record: R | undefined,
  make: (record: R | undefined) => FormStore<V>,
) {
  const key = `${what}:${record?.id ?? 'new'}`
  const [kept] = useState(() => heldWork<Kept<R, V>>(key))
  const [base, setBase] = useState(kept ? kept.base : record)
  const [form, setForm] = useState(() => {
    const begun = make(base)
    if (kept) begun.fill(kept.typed, kept.texts)
    return begun
  })
  const changed = useFormPart(form, () => form.changed())
  useEffect(() => {
    const hold = () => {
      const typed = changedIn(make(base).values(), form.values())
      const value: Kept<R, V> = { base, typed, texts: form.texts() }
      if (form.changed()) holdWork(key, unsaved(what), value)
      else dropWork(key)
    }
    return form.subscribe(hold)
  }, [form, base, make, key, what])
  const adopt = (next: R | undefined) => {
    setBase(next)
    setForm(make(next))
  }
  const sent = useRef<V>(undefined)
  const isNewer = record !== undefined && base !== undefined && record.version > base.version
  // A change by a colleague (or another button here) may not affect what this form shows: then there is nothing to
  // choose.
  const differs = isNewer && Object.keys(changedIn(make(base).values(), make(record).values())).length > 0
  if (isNewer && !changed) adopt(record)
  else if (isNewer && !differs) setBase(record)
  const giveUp = () => dropWork(key)
  return {
    what,
    form,
    changed,
    /** The record that the form was started with. */
    base,
    /** The version that a save names. */
    version: base?.version,
    /** There is no record yet: its page follows, so nothing can be typed while it is created. */
    creates: record === undefined,
    /** The values go on their way: what differs from them when they have arrived was typed since. */
    sending: () => {
      sent.current = form.values()
    },
    /** Another person changed the record while this form was being filled in. */
    overtaken: differs && changed,
    takeTheirs: () => {
      giveUp()
      adopt(record)
    },
    /** Typed values stay; every other field takes the record's current value. */
    keepMine: () => {
      const typed = changedIn(make(base).values(), form.values())
      const next = make(record)
      next.fill(typed, form.texts())
      setBase(record)
      setForm(next)
    },
    /** What was typed is no longer wanted, or nothing is there to save it to: the form may be left. */
    giveUp,
    /**
     * It was saved: the form restarts with the response (undefined: for the next record). What was typed in the meantime
     * stays and is not saved yet; true when there is none.
     */
    saved: (next: R | undefined): boolean => {
      const typed = sent.current ? changedIn(sent.current, form.values()) : {}
      const texts = form.texts()
      const isAll = Object.keys(typed).length === 0 && Object.keys(texts).length === 0
      giveUp()
      if (isAll) adopt(next)
      else {
        const begun = make(next)
        begun.fill(typed, texts)
        setBase(next)
        setForm(begun)
        holdWork(key, unsaved(what), { base: next, typed, texts } satisfies Kept<R, V>)
      }
      return isAll
    },
    /** Shows the server's messages at their fields and focuses the first; true when all are shown there. */
    refused: (error: unknown): boolean => refuseAndFocus(form, error),
  }
}

const unsaved = (what: string) => `Your changes to this ${what} are not saved yet.`

/** The values of a form that differ from its initial ones. */
function changedIn<V extends object>(begun: V, now: V): Partial<V> {
  const names = Object.keys(now) as (keyof V)[]
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(begun[name]))
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<V>
}

interface Props<V extends object> {
  form: FormStore<V>
  changed: boolean
  sending: () => void
  /** What is typed while it is sent would be lost with the page: its fields are closed until then. */
  creates: boolean
  overtaken: boolean
  takeTheirs: () => void
  keepMine: () => void
  /** What the form is about: "location". */
  what: string
  /** The verb on its button. */
  submit: string
  busy: boolean
  onSubmit: () => void
  /** Leads back without saving; leaving asks first. */
  onCancel: () => void
  /** It was never saved: its first values can be saved unchanged. */
  unsaved?: boolean
  /** It is among other parts of its page: Cancel takes back what was typed, and its buttons stay where they are. */
  among?: boolean
  /** At the other end of its buttons: a step has its way back there. */
  back?: ReactNode
  /** A button opens it in place of what it changes: Cancel closes it, also before anything was typed. */
  folds?: boolean
  /** Longer than a page: its buttons stay in sight, also among other parts. */
  long?: boolean
  /** What is said when someone else saved in the meantime, instead of the usual words. */
  overtakenBy?: string
  children: ReactNode
}

/** Reports that another person changed the record in the meantime, and asks whose version to keep. */
export const OvertakenNote = ({ overtaken, ...choice }: Pick<Props<object>, 'overtaken' | Choice>) =>
  overtaken && <Overtaken {...choice} />

type Choice = 'takeTheirs' | 'keepMine' | 'what' | 'overtakenBy'

function Overtaken({ takeTheirs, keepMine, what, overtakenBy }: Pick<Props<object>, Choice>) {
  const note = useRef<HTMLDivElement>(null)
  // A person further down would not see it, and find that nothing can be saved (`screens/focus`). One who is typing
  // continues: the note stays in sight.
  useEffect(() => {
    if (!document.activeElement?.matches('textarea, input:not([type=radio], [type=checkbox])')) note.current?.focus()
  }, [])
  return (
    <div ref={note} tabIndex={-1} className={styles.overtaken}>
      <Note tone="warning">
        {overtakenBy ?? `Someone else changed this ${what} in the meantime.`}{' '}
        <span className={styles.choice}>
          <Button size="compact-sm" variant="default" onClick={takeTheirs}>
            Show theirs
          </Button>
          <Button size="compact-sm" variant="default" onClick={keepMine}>
            Keep mine
          </Button>
        </span>
      </Note>
    </div>
  )
}

/**
 * The frame of a record's form: its fields, Save while it is changed and valid (`screens/save`).
 */
export function RecordForm<V extends object>(given: Props<V>) {
  const {
    form,
    changed,
    sending,
    creates,
    unsaved = false,
    what,
    among,
    folds,
    long,
    onSubmit,
    children,
    ...props
  } = given
  const stays = among && !long
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const submit = useOnce(() => {
    sending()
    onSubmit()
  }, props.busy)
  const fields = useClosedWhile(creates && props.busy)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.visitAll()
        if ((changed || unsaved) && valid && !props.busy) submit()
      }}
    >
      <OvertakenNote {...props} what={what} />
      <div ref={fields} className={styles.inside}>
        {children}
      </div>
      <div className={stays ? styles.still : styles.actions} data-bar={!stays || undefined}>
        {props.back && <span className={styles.back}>{props.back}</span>}
        {(!among || folds || changed) && (
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={!(changed || unsaved) || !valid} loading={props.busy}>
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

import { patients } from '@archwire/contract/client.gen.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { Ago } from '../../ui/badges.tsx'
import { Field } from '../../ui/form/field.tsx'
import field from '../../ui/form/field.module.css'
import { fieldId } from '../../ui/form/store.ts'
import styles from './patients.module.css'

interface Props {
  patient: Patient
  name: 'doctor_notes' | 'management_notes' | 'internal_notes'
  label: string
  help?: string
  mayWrite: boolean
}

/** One of a case's notes; Save comes alive when the text differs from the last saved one (2 §5). */
export function NoteBox({ patient, name, label, help, mayWrite }: Props) {
  const saved = patient[name] ?? ''
  // The version belongs to the text that the person began with: someone else's change in between is then refused.
  const [edit, setEdit] = useState<{ text: string; version: number } | null>(null)
  const save = useCall(patients.saveNotes, { onSuccess: () => setEdit(null) })
  const text = edit?.text ?? saved
  if (!mayWrite)
    return (
      <div className={styles.note}>
        <h3>{label}</h3>
        <p>{saved || <span className={styles.quiet}>No notes.</span>}</p>
      </div>
    )
  const change = (next: string) =>
    setEdit(next === saved ? null : { text: next, version: edit?.version ?? patient.version })
  return (
    <div>
      <Field name={name} label={label} help={help}>
        <textarea
          id={fieldId(name)}
          className={field.input}
          rows={3}
          maxLength={100_000}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </Field>
      <div className={styles.noteActions}>
        {edit && <small>Not saved yet</small>}
        <Button
          size="compact-sm"
          variant={edit ? 'filled' : 'default'}
          disabled={!edit}
          loading={save.isPending}
          onClick={() =>
            save.mutate({ params: { id: patient.id }, body: { field: name, text, version: edit?.version } })
          }
        >
          Save
        </Button>
      </div>
    </div>
  )
}

/** Why a case was, or is, on hold. */
export const OnHoldNotes = ({ notes }: { notes: Patient['on_hold_notes'] }) =>
  notes.length > 0 && (
    <div className={styles.note}>
      <h3>On Hold Notes</h3>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            {note.is_on_hold_reason && <strong>On hold: </strong>}
            {note.note}
            <small>
              {note.name} · <Ago at={note.created_at} />
            </small>
          </li>
        ))}
      </ul>
    </div>
  )

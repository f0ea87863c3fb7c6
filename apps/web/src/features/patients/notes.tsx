import { patients } from '@archwire/contract/client/patients'
import { visible } from '@archwire/contract/core/text.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useCall } from '../../lib/query.ts'
import { heldWork, useUnsaved } from '../../lib/unsaved-work.ts'
import { Ago } from '../../ui/badges.tsx'
import { describedBy, Field } from '../../ui/form/field.tsx'
import field from '../../ui/form/field.module.css'
import { Note } from '../../ui/states.tsx'
import styles from './patients.module.css'

interface Props {
  patient: Patient
  name: 'doctor_notes' | 'management_notes' | 'internal_notes'
  label: string
  help?: string
  mayWrite: boolean
}

interface Edit {
  text: string
  /** The saved text that the edit started with, and the case's version then. */
  base: string
  version: number
}

/** One of a case's notes; Save is enabled when the text differs from the last saved one (`screens/save`). */
export function NoteBox({ patient: shown, name, label, help, mayWrite }: Props) {
  const id = useId()
  const key = `note:${shown.id}:${name}`
  const [edit, setEdit] = useUnsaved<Edit>(key, `Your text in ${label} is not saved yet.`)
  const save = useCall(patients.saveNotes, {
    announce: 'aloud',
    onSuccess: (answer) => {
      // Somebody may have gone on writing while it was saved.
      const written = heldWork<Edit>(key)
      const now = answer.patient[name] ?? ''
      if (!written || visible(written.text) === now) setEdit(null)
      else setEdit({ text: written.text, base: now, version: answer.patient.version })
    },
  })
  // Until the page has fetched what was saved, the answer says it: the box must not show the old text again meanwhile.
  const answered = save.data?.patient
  const patient = answered && answered.id === shown.id && answered.version > shown.version ? answered : shown
  const saved = patient[name] ?? ''
  if (!mayWrite)
    return (
      <div className={styles.note}>
        <h3>{label}</h3>
        <p>{saved || <span className={styles.quiet}>No notes.</span>}</p>
        <LastChange patient={patient} name={name} />
      </div>
    )
  // Other parts of the case may change meanwhile; only a change of this same note is a conflict.
  const conflict = edit !== null && edit.base !== saved
  const version = conflict ? edit.version : patient.version
  const change = (text: string) =>
    setEdit(text === saved ? null : { base: saved, version: patient.version, ...edit, text })
  return (
    <div>
      <Field id={id} label={label} help={help}>
        <textarea
          id={id}
          aria-describedby={describedBy(id, undefined, help)}
          className={field.input}
          rows={2}
          maxLength={100_000}
          value={edit?.text ?? saved}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </Field>
      {conflict && (
        <Note tone="warning">
          <span>Someone else saved this in the meantime: {saved || 'no text'}</span>
          <Button size="compact-sm" variant="default" onClick={() => setEdit(null)}>
            Discard mine
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setEdit({ ...edit, base: saved, version: patient.version })}
          >
            Keep mine
          </Button>
        </Note>
      )}
      <div className={styles.noteActions}>
        {edit ? <small>Not saved yet</small> : <LastChange patient={patient} name={name} />}
        <Button
          size="compact-sm"
          variant={edit ? 'filled' : 'default'}
          disabled={!edit}
          loading={save.isPending}
          onClick={() =>
            edit && save.mutate({ params: { id: patient.id }, body: { field: name, text: edit.text, version } })
          }
        >
          Save
        </Button>
      </div>
    </div>
  )
}

/** Who wrote a note last, and when. */
function LastChange({ patient, name }: Pick<Props, 'patient' | 'name'>) {
  const change = patient.notes_changed[name]
  return (
    change && (
      <small>
        {change.user_name} · <Ago at={change.at} />
      </small>
    )
  )
}

/** What the desktop application notes about the treatment: read here, not written. */
export const TreatmentNotes = ({ notes }: { notes: Patient['treatment_notes'] }) =>
  notes.length > 0 && (
    <div className={styles.note}>
      <h3>Treatment Notes</h3>
      <ul>
        {notes.map(({ id, note, updated_at }) => (
          <li key={id}>
            {note}
            <small>
              <Ago at={updated_at} />
            </small>
          </li>
        ))}
      </ul>
    </div>
  )

/** Why a case was, or is, on hold. */
export const OnHoldNotes = ({ notes }: { notes: Patient['on_hold_notes'] }) =>
  notes.length > 0 && (
    <div className={styles.note}>
      <h3>On Hold Notes</h3>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            {note.is_on_hold_reason && <strong>On hold: </strong>}
            {note.note || 'Taken off hold'}
            <small>
              {note.name} · <Ago at={note.created_at} />
            </small>
          </li>
        ))}
      </ul>
    </div>
  )

import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { visible } from '@archwire/contract/core/text.ts'
import { photoViews } from '@archwire/contract/patient-files/types.ts'
import { Button } from '@mantine/core'
import { useId, useRef } from 'react'
import { asLine } from '../../lib/as-line.ts'
import { heldWork, useUnsaved } from '../../lib/unsaved-work.ts'
import { Field } from '../../ui/form/field.tsx'
import field from '../../ui/form/field.module.css'
import { useComposed } from '../../ui/form/use-composed.ts'
import { Select } from '../../ui/form/select-field.tsx'
import { Note } from '../../ui/states.tsx'
import styles from './lightbox.module.css'
import { useDescribe } from './use-describe.ts'

interface Edit {
  text: string
  /** The saved caption that the edit started with. */
  base: string
}

/** View and caption of a photo, for who may change them: the view at once, the caption when it is saved. */
export function PhotoWords({ photo }: { photo: PatientFile }) {
  const id = useId()
  const key = `caption:${photo.id}`
  const [edit, setEdit] = useUnsaved<Edit>(key, 'A photo caption is not saved yet.')
  const sent = useRef<string>(undefined)
  const { view, caption, saves, say } = useDescribe(photo, (saved) => {
    // Somebody may have gone on writing while it was saved.
    const written = heldWork<Edit>(key)
    if (!written || visible(written.text).trim() === saved.caption) setEdit(null)
    else if (saved.caption === sent.current) setEdit({ text: written.text, base: saved.caption })
  })
  const conflict = edit !== null && edit.base !== caption && edit.text.trim() !== caption
  const words = useRef<HTMLInputElement>(null)
  const composed = useComposed(edit?.text ?? caption, (input: HTMLInputElement) => {
    const text = asLine(input.value)
    setEdit(text === caption ? null : { base: edit?.base ?? caption, text })
  })
  const save = () => {
    // The button that was pressed goes to sleep, and would take the focus with it.
    words.current?.focus()
    if (!edit) return
    sent.current = edit.text.trim()
    say({ caption: sent.current })
  }
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault()
        if (!conflict) save()
      }}
    >
      <Field id={`${id}-view`} label="Shows">
        <Select
          id={`${id}-view`}
          options={photoViews}
          value={view}
          placeholder="Not said"
          // Not disabled meanwhile: that would take the focus away.
          onChange={(chosen) => !saves.view && say({ photo_view: chosen })}
        />
      </Field>
      <div className={styles.caption}>
        <Field id={`${id}-caption`} label="Caption">
          <input id={`${id}-caption`} ref={words} className={field.input} maxLength={500} {...composed} />
        </Field>
        <Button
          type="submit"
          variant={edit ? 'filled' : 'default'}
          disabled={!edit || conflict}
          loading={saves.caption}
        >
          Save
        </Button>
      </div>
      {conflict && (
        <Note tone="warning">
          <span>Someone else saved this in the meantime: {caption || 'no caption'}</span>
          <Button size="compact-sm" variant="default" onClick={() => setEdit(null)}>
            Discard mine
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setEdit({ ...edit, base: caption })}>
            Keep mine
          </Button>
        </Note>
      )}
    </form>
  )
}

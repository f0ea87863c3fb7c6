import { largestUpload } from '@archwire/contract/patient-files/types.ts'
import { Button } from '@mantine/core'
import { useRef } from 'react'
import { formatSize } from '../../lib/format.ts'
import { Field } from '../../ui/form/field.tsx'
import { fieldId, focusField, useFormPart, type FormStore } from '../../ui/form/store.ts'
import type { NewLibrary } from './add-library.tsx'
import lines from '../../ui/lines.module.css'
import styles from './bracket-libraries.module.css'
import { useLibraryUpload, type Sending } from './use-library-upload.ts'

/** A file's name without its ending: what its library is called unless a person says otherwise. */
const titleOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '').slice(0, 100)

/** Chooses the file of a new library and sends it at once. */
export function LibraryFile({ organizationId, form }: { organizationId: number; form: FormStore<NewLibrary> }) {
  const input = useRef<HTMLInputElement>(null)
  const path = useFormPart(form, () => form.values().file_path)
  const name = useFormPart(form, () => form.values().file_name)
  const error = useFormPart(form, () => form.errorOf('file_path'))
  const focus = () => void requestAnimationFrame(() => focusField(form, 'file_path'))
  const upload = useLibraryUpload(organizationId, (file_path, file_name) => {
    form.set('file_name', file_name)
    form.set('file_path', file_path)
    if (form.values().name === '') form.set('name', titleOf(file_name))
    focus()
  })
  const choose = () => input.current?.click()
  const remove = () => {
    form.set('file_name', '')
    form.set('file_path', '')
    focus()
  }
  const { sending } = upload
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (!file) return
          form.set('file_path', '')
          upload.start(file)
        }}
      />
      <Field
        group
        id={fieldId(form, 'file_path')}
        label="File"
        required
        error={error}
        help={`The file for the lab’s program: any kind, up to ${formatSize(largestUpload.library)}.`}
      >
        {sending ? (
          <div className={lines.ends}>
            <Progress sending={sending} />
            <span className={styles.actions}>
              {sending.canRetry && (
                <Button size="compact-sm" variant="subtle" onClick={upload.retry}>
                  Try again
                </Button>
              )}
              {sending.problem !== null && (
                <Button size="compact-sm" variant="subtle" onClick={choose}>
                  Choose another file
                </Button>
              )}
              {sending.problem === null && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => {
                    upload.cancel()
                    focus()
                  }}
                >
                  Cancel upload
                </Button>
              )}
            </span>
          </div>
        ) : path === '' ? (
          <Button variant="default" onClick={choose}>
            Choose file
          </Button>
        ) : (
          <div className={lines.ends}>
            <span className={`${lines.words} ${styles.words}`}>
              <strong>{name}</strong>
              <small role="status">Uploaded</small>
            </span>
            <span className={styles.actions}>
              <Button size="compact-sm" variant="subtle" onClick={remove}>
                Remove file
              </Button>
            </span>
          </div>
        )}
      </Field>
    </>
  )
}

function Progress({ sending: { name, sent, size, problem } }: { sending: Sending }) {
  const percent = sent === null ? 0 : Math.floor((sent / size) * 100)
  return (
    <span className={`${lines.words} ${styles.words}`}>
      <strong>{name}</strong>
      {problem !== null ? (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      ) : sent === null ? (
        <small>Being read…</small>
      ) : (
        <small className="numeric">
          <progress value={percent} max={100} aria-label={`${name}, ${percent}% sent`} /> {percent}% of{' '}
          {formatSize(size)}
        </small>
      )}
    </span>
  )
}

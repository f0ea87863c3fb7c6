import { Button } from '@mantine/core'
import { useState } from 'react'
import { createForm } from '../../../ui/form/store.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './shipments.module.css'

/** A case code by hand, for labels that do not scan; a scanner that types into it works, too. */
export function CodeField({ onCode }: { onCode: (typed: string) => void }) {
  const [form] = useState(() => createForm({ initial: { code: '' }, validate: () => ({}) }))
  const send = () => {
    const { code } = form.values()
    if (code.trim() === '') return
    form.set('code', '')
    onCode(code)
  }
  return (
    <form
      className={styles.code}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextField form={form} name="code" label="Case code" placeholder="C-123" maxLength={20} autoComplete="off" />
      <Button type="submit" variant="default">
        Pack
      </Button>
    </form>
  )
}

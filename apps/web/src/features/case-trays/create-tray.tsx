import { caseTrays } from '@archwire/contract/client/case-trays'
import { trayNumberLength, trayNumberPattern, trayNumberWords } from '@archwire/contract/case-trays/types.ts'
import { useEffect, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useCall } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import styles from './case-trays.module.css'

/** A case that was chosen for a tray, on whichever page of the list. */
export interface Chosen {
  id: number
  formatted_name: string
}

interface Values {
  tray_number: string
}

const validate = (values: Values): Errors<Values> => {
  const number = values.tray_number.trim()
  if (number.length > trayNumberLength) return { tray_number: [trayNumberWords.long] }
  return trayNumberPattern.test(number) ? missing(values, 'tray_number') : { tray_number: [trayNumberWords.signs] }
}

/** Asks for the number of a new tray, and shows what goes into it, in this order (`trays/of-eight`). */
export function CreateTray({
  chosen,
  onCreated,
  onClose,
}: {
  chosen: readonly Chosen[]
  onCreated: () => void
  onClose: () => void
}) {
  const [form] = useState(() => createForm<Values>({ initial: { tray_number: '' }, validate }))
  const [problem, setProblem] = useState<string | null>(null)
  const valid = useFormPart(form, () => Object.keys(form.problems()).length === 0)
  const create = useCall(caseTrays.create, {
    onSuccess: onCreated,
    onError: (error) => setProblem(messageOf(error)),
  })
  const submit = () => {
    setProblem(null)
    create.mutate({ body: { tray_number: form.values().tray_number.trim(), case_ids: chosen.map(({ id }) => id) } })
  }
  // The toast would lie over the list's own buttons long after the dialog that says the same.
  useEffect(() => () => toast.settled(caseTrays.create.name), [])
  return (
    <FormDialog
      opened
      title="Create Tray"
      confirm="Create Tray"
      ready={valid}
      busy={create.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (valid && !create.isPending) submit()
        }}
      >
        <TextField
          form={form}
          name="tray_number"
          label="Tray number"
          help={trayNumberWords.help}
          required
          maxLength={trayNumberLength}
          focusFirst
          tidy={(text) => text.toUpperCase()}
        />
      </form>
      <ol className={styles.chosen} aria-label="Cases in the tray">
        {chosen.map(({ id, formatted_name }) => (
          <li key={id}>{formatted_name}</li>
        ))}
      </ol>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </FormDialog>
  )
}

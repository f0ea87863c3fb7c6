import { patients } from '@archwire/contract/client/patients'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '../../../test/show.tsx'
import { dropWork } from '../../lib/unsaved-work.ts'
import { FormDialog } from '../dialog.tsx'
import { DayField } from './day-field.tsx'
import { RecordForm, useRecordForm } from './record-form.tsx'
import { createForm, type FormStore } from './store.ts'
import { useFormDialog } from './use-form-dialog.ts'

interface Values {
  day: string | null
}

const make = () =>
  createForm<Values>({
    initial: { day: '2026-05-12' },
    validate: ({ day }) => (day === null ? { day: ['Required'] } : {}),
  })
const field = page.getByRole('textbox', { name: 'Day' })
const send = page.getByRole('button', { name: 'Send' })
const DayOf = ({ form }: { form: FormStore<Values> }) => (
  <DayField form={form} name="day" label="Day" required today="2026-05-21" />
)

/** Shows the field in the form of a record, and in a dialog; returns the days that are sent. */
const shown = {
  'a record': async () => {
    const sent: (string | null)[] = []
    const none = undefined as { id: number; version: number } | undefined
    await showPage(function InRecord() {
      const { version: _, saved: __, refused: ___, ...record } = useRecordForm('day', none, make)
      const submit = () => void sent.push(record.form.values().day)
      return (
        <RecordForm {...record} submit="Send" busy={false} onSubmit={submit} onCancel={() => {}}>
          <DayOf form={record.form} />
        </RecordForm>
      )
    })
    return { sent, key: 'day:new' }
  },
  'a dialog': async () => {
    const sent: (string | null)[] = []
    const input = ({ day }: Values) => {
      sent.push(day)
      return { params: { id: 7 }, body: { note: '', seen: '' } }
    }
    await showPage(function InDialog() {
      const options = { route: patients.requestChanges, recordId: 7, make, input, onDone: () => {} }
      const { form, dialog } = useFormDialog(options)
      return (
        <FormDialog {...dialog} title="Ask" confirm="Send" onClose={() => {}}>
          <DayOf form={form} />
        </FormDialog>
      )
    })
    return { sent, key: 'patients.requestChanges:7' }
  },
}

test.each(Object.entries(shown))(
  'a press that leaves no field, as voice control makes it, sends the day that was typed in %s; an empty one is not sent',
  async (_, begin) => {
    const { sent, key } = await begin()
    const press = () => (send.element() as HTMLElement).click()
    await field.click()
    await field.fill('')
    await expect.element(send).toBeDisabled()
    await userEvent.keyboard('May 20')
    await expect.element(send).toBeEnabled()
    await expect.element(field).toHaveFocus()
    press()
    expect(sent).toEqual(['2026-05-20'])
    await expect.element(field).toHaveValue('Wed, May 20, 2026')
    dropWork(key)
  },
)

import { conversations } from '@archwire/contract/client/conversations'
import { longestMessage, mostPhotos } from '@archwire/contract/conversations/limits.ts'
import type { Misfit } from '@archwire/contract/conversations/schema.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { flawCauseNames, flawCauses } from '@archwire/contract/flaw-causes.ts'
import { jaws } from '@archwire/contract/rx-forms/options.ts'
import { busyIn, FileDrop, photos, useCaseUploads, useQueuePart } from '../../features/files/index.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChecksField } from '../../ui/form/choice-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { createForm, useFormPart } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'

interface MisfitForm {
  arches: number[]
  cause: Misfit['cause']
  text: string
  photo_ids: number[]
}

const causes = flawCauseNames.map((id) => ({ id, label: flawCauses[id] }))

interface Props {
  patient: Patient
  /** Of which arches trays were shipped, as flags. */
  arches: number
  onClose: () => void
}

/** Which trays of the lab do not fit, and what the practice knows of it: a message to the lab (`cases/misfit`). */
export default function MisfitDialog({ patient, arches, onClose }: Props) {
  const options = [jaws[0], jaws[1]].filter(({ id }) => (arches & id) !== 0)
  const { form, dialog } = useFormDialog({
    route: conversations.send,
    recordId: patient.id,
    make: () =>
      createForm<MisfitForm>({
        initial: { arches: options.length === 1 ? [options[0]!.id] : [], cause: null, text: '', photo_ids: [] },
        validate: (values) => (values.arches.length === 0 ? { arches: ['Select at least one arch.'] } : {}),
      }),
    input: ({ cause, text, photo_ids, ...values }) => ({
      params: { id: patient.id },
      body: {
        text: text.trim(),
        photo_ids: photo_ids.slice(0, mostPhotos),
        misfit: { arches: values.arches.reduce((all, id) => all | id, 0) as 1 | 2 | 3, cause },
      },
    }),
    onDone: onClose,
  })
  const queue = useCaseUploads({
    patientId: patient.id,
    patient,
    kind: photos(mostPhotos),
    place: 'misfit',
    onRegistered: ({ id }) => form.set('photo_ids', [...form.values().photo_ids, id]),
  })
  const onTheirWay = useQueuePart(queue, busyIn)
  const count = useFormPart(form, () => form.values().photo_ids.length)
  return (
    <FormDialog
      {...dialog}
      ready={dialog.ready && onTheirWay === 0}
      title={`Tray of ${patient.full_name} does not fit`}
      confirm="Send to the lab"
      onClose={onClose}
    >
      <p>The lab reads this in the conversation of the case. The print that replaces a tray is free of charge.</p>
      <ChecksField form={form} name="arches" label="Trays that do not fit" required options={options} />
      <SelectField form={form} name="cause" label="Cause" placeholder="Not known" options={causes} />
      <TextField form={form} name="text" label="What is wrong?" rows={3} maxLength={longestMessage} />
      {patient.can.add_files && (
        <Field id={`${form.id}-photos`} label="Photos" group>
          <FileDrop queue={queue} hint="Add photos of the tray" />
          {count > 0 && <small role="status">{count === 1 ? '1 photo is added.' : `${count} photos are added.`}</small>}
        </Field>
      )}
    </FormDialog>
  )
}

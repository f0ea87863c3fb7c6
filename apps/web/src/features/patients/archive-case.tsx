import { patients } from '@archwire/contract/client/patients'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useState } from 'react'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'

interface Props {
  patient: Patient
  /** Where to go after a case was deleted: the patients list. */
  onDeleted: () => unknown
}

/** Takes a case out of the lists and brings it back (`cases/archived`), or deletes it for good (`cases/delete`). */
export const ArchiveActions = ({ patient, onDeleted }: Props) => (
  <>
    <Archive patient={patient} />
    <Restore patient={patient} />
    {patient.can.remove && <Delete patient={patient} onDeleted={onDeleted} />}
  </>
)

function Archive({ patient }: { patient: Patient }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      {patient.can.archive && (
        <ActionButton variant="default" why={undefined} command="Archive the case" onClick={() => setAsking(true)}>
          Archive
        </ActionButton>
      )}
      <ConfirmCall
        opened={asking}
        title={`Archive this case?`}
        confirm="Archive"
        route={patients.archive}
        input={{ params: { id: patient.id } }}
        onClose={close}
      >
        <p>
          {patient.full_name} is removed from the lists, and the case can no longer be changed. Its page can still be
          opened by link, and the lab can restore it.
        </p>
      </ConfirmCall>
    </>
  )
}

function Restore({ patient }: { patient: Patient }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const why = patient.deleted_at === null ? undefined : patient.why_not.restore
  return (
    <>
      {(patient.can.restore || why !== undefined) && (
        <ActionButton variant="default" why={why} command="Restore the case" onClick={() => setAsking(true)}>
          Restore
        </ActionButton>
      )}
      <ConfirmCall
        opened={asking}
        title="Restore this case?"
        confirm="Restore"
        route={patients.restore}
        input={{ params: { id: patient.id } }}
        onClose={close}
      >
        <p>{patient.full_name} returns to the lists, in the state that it had before, and can be changed again.</p>
      </ConfirmCall>
    </>
  )
}

function Delete(props: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ActionButton
        variant="default"
        color="red.8"
        why={undefined}
        command="Delete case permanently"
        onClick={() => setOpened(true)}
      >
        Permanent Delete
      </ActionButton>
      {opened && <DeleteDialog {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

/** The name is typed: nobody deletes a person by a slip. */
function DeleteDialog({ patient, onDeleted, onClose }: Props & { onClose: () => void }) {
  const { id, full_name } = patient
  const { form, dialog } = useFormDialog({
    route: patients.remove,
    recordId: id,
    make: () =>
      createForm({
        initial: { full_name: '' },
        validate: (typed) =>
          typed.full_name.trim() === full_name.replaceAll(/ +/g, ' ')
            ? {}
            : { full_name: ['Type the patient’s name exactly as shown.'] },
      }),
    input: (typed) => ({ params: { id }, body: typed }),
    onDone: () => {
      // There is nothing left to save unsaved changes to.
      dropWork(`patient:${id}`)
      return onDeleted()
    },
  })
  return (
    <FormDialog {...dialog} title="Delete this case permanently?" confirm="Permanent Delete" danger onClose={onClose}>
      <p>
        <strong translate="no">{full_name}</strong> will be deleted, along with the Rx form, scans, photos, notes,
        requests and messages. They cannot be recovered.
      </p>
      <TextField
        form={form}
        name="full_name"
        label="Patient name"
        help="Type it exactly as shown above."
        required
        autoComplete="off"
        focusFirst
      />
    </FormDialog>
  )
}

import { patients } from '@archwire/contract/client/patients'
import { counted } from '@archwire/contract/core/counted.ts'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { caseNumberOf } from '../case/case-number.ts'
import { useCall } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { useTechnicians } from '../case/technicians.ts'
import { Dialog, FormDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select-field.tsx'
import styles from './selection-bar.module.css'

export type Kind = 'take' | 'assign'

export interface LeftOut {
  row: PatientSummary
  why: string
}

interface Props {
  kind: Kind
  applies: PatientSummary[]
  leftOut: LeftOut[]
  /** The cases that could not be done, because they changed in the meantime. */
  onDone: (rest: PatientSummary[]) => void
  onClose: () => void
}

/** In the picker, no one is a choice among others: nothing is chosen at first. */
const noOne = 0

/** Gives the work of several cases to one person; says before which are left out, and afterwards which were refused. */
export function BulkTechnician(props: Props) {
  const { kind, onDone, onClose } = props
  const { me } = useSession()
  // What is asked is what was selected when the dialog opened.
  const [{ applies, leftOut }] = useState(props)
  const [chosen, setChosen] = useState(kind === 'take' ? me.id : null)
  const [refused, setRefused] = useState<LeftOut[]>()
  const give = useCall(patients.setTechnicians, {
    onSuccess: ({ results }) => {
      const why = new Map(results.filter(({ done }) => !done).map((result) => [result.id, result.why ?? '']))
      const rest = applies.filter(({ id }) => why.has(id)).map((row) => ({ row, why: why.get(row.id)! }))
      onDone(rest.map(({ row }) => row))
      if (rest.length === 0) onClose()
      else setRefused(rest)
    },
  })
  if (refused)
    return (
      <Dialog
        opened
        title={`${refused.length} of ${applies.length} cases were not changed`}
        onClose={onClose}
        actions={<Button onClick={onClose}>OK</Button>}
      >
        <Cases label="Not changed" cases={refused} />
      </Dialog>
    )
  return (
    <FormDialog
      opened
      title={kind === 'take' ? 'Take the work' : 'Assign technician'}
      confirm={kind === 'take' ? 'Take' : 'Assign'}
      busy={give.isPending}
      ready={chosen !== null && applies.length > 0}
      onConfirm={() =>
        give.mutate({
          body: { ids: applies.map(({ id }) => id), assigned_to: chosen === noOne ? null : chosen },
        })
      }
      onClose={onClose}
    >
      <p>
        {applies.length === 0
          ? 'None of the selected cases has work that can be assigned now.'
          : `For ${counted(applies.length, 'case')}: the open print, otherwise the setup.`}
      </p>
      {kind === 'assign' && applies.length > 0 && <TechnicianField value={chosen} onChange={setChosen} />}
      {leftOut.length > 0 && (
        <>
          <p>Left out:</p>
          <Cases label="Left out" cases={leftOut} />
        </>
      )}
    </FormDialog>
  )
}

function TechnicianField(field: { value: number | null; onChange: (id: number | null) => void }) {
  const technicians = useTechnicians()
  return (
    <Field id="bulk-technician" label="Technician">
      <Select
        id="bulk-technician"
        {...field}
        placeholder="Choose…"
        options={[
          { id: noOne, label: 'Unassigned' },
          ...technicians.map((person) => ({ id: person.id, label: person.full_name })),
        ]}
      />
    </Field>
  )
}

const Cases = ({ label, cases }: { label: string; cases: LeftOut[] }) => (
  <ul className={styles.cases} aria-label={label}>
    {cases.map(({ row, why }) => (
      <li key={row.id}>
        <span translate="no">{row.formatted_name}</span> <small translate="no">{caseNumberOf(row)}</small>: {why}
      </li>
    ))}
  </ul>
)

import type { OrganizationSummary } from '@archwire/contract/organizations/schema.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { nameOf } from '../../lib/session.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select-field.tsx'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { CreateCase } from './create-case.tsx'
import type { Prefill } from './prefill.ts'

interface Props {
  doctorId: number
  /** The practices that the doctor belongs to. */
  practices: readonly OrganizationSummary[]
  prefill: Prefill
}

const above = { label: 'Patients', to: '/patients-page' }

/** Create Patient for a doctor: at the practice that the doctor belongs to, or at one that is chosen. */
export function CreateCaseOfDoctor({ doctorId, practices, prefill }: Props) {
  const router = useRouter()
  const [chosen, setChosen] = useState(practices.length === 1 ? practices[0]!.id : null)
  if (chosen !== null)
    return (
      <CreateCase
        organizationId={chosen}
        doctorId={doctorId}
        prefill={prefill}
        above={above}
        onCancel={() => void router.navigate({ to: above.to })}
      />
    )
  return (
    <Page title="Create Patient" above={above} narrow>
      {practices.length === 0 ? (
        <Note tone="warning">This person belongs to no practice.</Note>
      ) : (
        <Field id="practice" label="Practice" required>
          <Select
            id="practice"
            options={practices.map((practice) => ({ id: practice.id, label: nameOf(practice) }))}
            value={null}
            onChange={setChosen}
            placeholder="Choose the practice"
          />
        </Field>
      )}
    </Page>
  )
}

import type { Patient } from '@archwire/contract/patients/schema.ts'
import { stringifySearch } from '../../lib/search-text.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** Leads staff from the form of an archived case to a new case that takes it (`cases/created`). */
export function NewCaseOfForm({ patient }: { patient: Patient }) {
  const { me } = useSession()
  if (!patient.rx_form || !patient.deleted_at || patient.cancelled_at || !allowed(me, undefined, 'patients.create'))
    return null
  const prefill = stringifySearch({
    firstName: patient.first_name,
    lastName: patient.last_name,
    caseNumber: patient.case_number_text,
    rxFormId: patient.rx_form.id,
  })
  return (
    <LinkButton
      to={`/organizations/${patient.organization_id}/patients${prefill}`}
      command="New case from this form"
      variant="default"
      size="compact-sm"
    >
      New case from this form
    </LinkButton>
  )
}

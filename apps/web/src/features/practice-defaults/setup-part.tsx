import { practiceDefaults } from '@archwire/contract/client/practice-defaults'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { FieldGroup, RecordForm } from '../../ui/form/record-form.tsx'
import {
  AssignmentFields,
  noneOf,
  stored,
  usualAmong,
  withoutGone,
  type Assignment,
  type Partner,
} from './assignment-fields.tsx'
import { formOfPart, usePart } from '../../ui/form/use-part.ts'

type Setup = OutputOf<typeof practiceDefaults.initialSetup>['data']
interface Values {
  allowed_assignments: number[]
  submission_completed_by: Assignment
}

const makeForm = formOfPart<Values>({
  settle: ({ allowed_assignments, submission_completed_by: usual }) => ({
    allowed_assignments,
    submission_completed_by: usualAmong(allowed_assignments, usual),
  }),
  validate: ({ allowed_assignments: allowed }) => noneOf({ allowed_assignments: allowed }),
})

interface Props {
  organizationId: number
  setup: Setup
  partner: Partner | null
}

/** Who makes the setups of a practice. */
export function SetupPart({ organizationId, setup, partner }: Props) {
  const keptOf = ({ version, allowed_assignments, submission_completed_by }: Setup) => {
    const allowed = withoutGone(allowed_assignments, partner)
    return {
      id: organizationId,
      version,
      allowed_assignments: allowed,
      submission_completed_by: usualAmong(allowed, submission_completed_by as Assignment),
    }
  }
  const part = usePart({
    what: 'practice’s setup settings',
    kept: keptOf(setup),
    make: makeForm,
    route: practiceDefaults.updateInitialSetup,
    input: ({ allowed_assignments: allowed, ...usual }, version) => ({
      params: { id: organizationId },
      body: { ...usual, allowed_assignments: stored(allowed, setup.allowed_assignments, partner), version },
    }),
    keptOf: (answer) => keptOf(answer.data),
  })
  return (
    <RecordForm {...part}>
      <FieldGroup title="Setups">
        <AssignmentFields
          form={part.form}
          allowed="allowed_assignments"
          allowedLabel="Who may complete setups"
          usual="submission_completed_by"
          usualLabel={rxFormFields.submission_completed_by.label}
          partner={partner}
        />
      </FieldGroup>
    </RecordForm>
  )
}

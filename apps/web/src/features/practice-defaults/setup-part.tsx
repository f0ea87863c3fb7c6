import { practiceDefaults } from '@archwire/contract/client/practice-defaults'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import { useCall } from '../../lib/query.ts'
import { FieldGroup, RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { createForm, type FormStore } from '../../ui/form/store.ts'
import {
  AssignmentFields,
  noneOf,
  stored,
  usualAmong,
  withoutGone,
  type Assignment,
  type Partner,
} from './assignment-fields.tsx'

type Setup = OutputOf<typeof practiceDefaults.initialSetup>['data']
interface Values {
  allowed_assignments: number[]
  submission_completed_by: Assignment
}
type Kept = Values & { id: number; version: number }

const makeForm = (kept: Kept | undefined): FormStore<Values> => {
  const { id: _, version: __, ...initial } = kept!
  return createForm<Values>({
    initial,
    settle: ({ allowed_assignments, submission_completed_by: usual }) => ({
      allowed_assignments,
      submission_completed_by: usualAmong(allowed_assignments, usual),
    }),
    validate: ({ allowed_assignments: allowed }) => noneOf({ allowed_assignments: allowed }),
  })
}

interface Props {
  organizationId: number
  setup: Setup
  partner: Partner | null
}

/** Who makes the setups of a practice. */
export function SetupPart({ organizationId, setup, partner }: Props) {
  const keptOf = ({ version, allowed_assignments, submission_completed_by }: Setup): Kept => {
    const allowed = withoutGone(allowed_assignments, partner)
    return {
      id: organizationId,
      version,
      allowed_assignments: allowed,
      submission_completed_by: usualAmong(allowed, submission_completed_by as Assignment),
    }
  }
  const { saved, refused, version, ...record } = useRecordForm('choice of who makes setups', keptOf(setup), makeForm)
  const { form } = record
  const save = useCall(practiceDefaults.updateInitialSetup, {
    onSuccess: (answer) => saved(keptOf(answer.data)),
    onError: refused,
  })
  return (
    <RecordForm
      {...record}
      among
      submit="Save"
      busy={save.isPending}
      onSubmit={() => {
        const { allowed_assignments: allowed, ...usual } = form.values()
        const body = { ...usual, allowed_assignments: stored(allowed, setup.allowed_assignments, partner), version }
        save.mutate({ params: { id: organizationId }, body })
      }}
      onCancel={record.takeTheirs}
    >
      <FieldGroup title="Setups">
        <AssignmentFields
          form={form}
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

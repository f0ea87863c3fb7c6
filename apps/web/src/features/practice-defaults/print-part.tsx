import { practiceDefaults } from '@archwire/contract/client/practice-defaults'
import type { OutputOf } from '@archwire/contract/core/client-route.ts'
import { rxFormFields } from '@archwire/contract/rx-forms/fields.ts'
import type { ShippingMethod } from '@archwire/contract/shipping/routes.ts'
import { FieldGroup, RecordForm } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
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

type Print = OutputOf<typeof practiceDefaults.printRequest>['data']
interface Values {
  allowed_print_assignments: number[]
  print_assignment: Assignment
  allowed_insert_brackets_assignments: number[]
  insert_brackets_assignment: Assignment
  shipping_location_id: number | null
  shipping_method: string
}

const makeForm = formOfPart<Values>({
  settle: (values) => ({
    ...values,
    print_assignment: usualAmong(values.allowed_print_assignments, values.print_assignment),
    insert_brackets_assignment: usualAmong(
      values.allowed_insert_brackets_assignments,
      values.insert_brackets_assignment,
    ),
  }),
  validate: ({ allowed_print_assignments, allowed_insert_brackets_assignments }) =>
    noneOf({ allowed_print_assignments, allowed_insert_brackets_assignments }),
})

interface Props {
  organizationId: number
  print: Print
  partner: Partner | null
  locations: { id: number; label: string }[]
  methods: ShippingMethod[]
}

/** Who prints for a practice and inserts brackets, and where and how it ships. */
export function PrintPart({ organizationId, print, partner, locations, methods }: Props) {
  const keptOf = (data: Print) => {
    const prints = withoutGone(data.allowed_print_assignments, partner)
    const inserts = withoutGone(data.allowed_insert_brackets_assignments, partner)
    return {
      id: organizationId,
      version: data.version,
      allowed_print_assignments: prints,
      print_assignment: usualAmong(prints, data.print_assignment as Assignment),
      allowed_insert_brackets_assignments: inserts,
      insert_brackets_assignment: usualAmong(inserts, data.insert_brackets_assignment as Assignment),
      shipping_location_id: data.shipping_location_id,
      shipping_method: data.shipping_method,
    }
  }
  const part = usePart({
    what: 'practice’s print settings',
    kept: keptOf(print),
    make: makeForm,
    route: practiceDefaults.updatePrintRequest,
    input: (values, version) => {
      const { allowed_print_assignments: prints, allowed_insert_brackets_assignments: inserts } = values
      return {
        params: { id: organizationId },
        body: {
          ...values,
          allowed_print_assignments: stored(prints, print.allowed_print_assignments, partner),
          allowed_insert_brackets_assignments: stored(inserts, print.allowed_insert_brackets_assignments, partner),
          version,
        },
      }
    },
    keptOf: (answer) => keptOf(answer.data),
  })
  const { form } = part
  return (
    <RecordForm {...part}>
      <FieldGroup title="Prints and shipping">
        <AssignmentFields
          form={form}
          allowed="allowed_print_assignments"
          allowedLabel="Who may print"
          usual="print_assignment"
          usualLabel={rxFormFields.print_assignment.label}
          partner={partner}
        />
        <AssignmentFields
          form={form}
          allowed="allowed_insert_brackets_assignments"
          allowedLabel="Who may insert brackets"
          usual="insert_brackets_assignment"
          usualLabel={rxFormFields.insert_brackets_assignment.label}
          partner={partner}
        />
        <SelectField
          form={form}
          name="shipping_location_id"
          label={rxFormFields.shipping_location_id.label}
          options={locations}
          placeholder="The location of the case"
        />
        <SelectField
          form={form}
          name="shipping_method"
          label={rxFormFields.shipping_method.label}
          options={methods.map(({ id_string, name }) => ({ id: id_string, label: name }))}
        />
      </FieldGroup>
    </RecordForm>
  )
}

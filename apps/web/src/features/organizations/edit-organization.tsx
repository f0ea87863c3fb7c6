import { organizations } from '@archwire/contract/client/organizations'
import { users } from '@archwire/contract/client/users'
import { organizationFields } from '@archwire/contract/organizations/fields.ts'
import type { Organization } from '@archwire/contract/organizations/schema.ts'
import { staffRoles } from '@archwire/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { OrganizationField } from '../../ui/form/organization-field.tsx'
import { FieldGroup, RecordForm, Wide } from '../../ui/form/record-form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { usePart } from '../../ui/form/use-part.ts'
import { changesOf, makeOrganizationForm } from './organization-form.ts'
import { TypeField } from './type-field.tsx'

const invoiceVersions = [
  { id: 2, label: 'New' },
  { id: 1, label: 'Old' },
] as const

const { input } = organizationFields

/** Whether this person may change any field of the organization. */
export const editsAny = ({ can }: Organization): boolean => can.update || can.assign_type || can.assign_lab

/** Changes an organization: each field for those who may (`organizations/who-changes`). */
export function EditOrganization({ organization }: { organization: Organization }) {
  const { can, kind, id } = organization
  const part = usePart({
    what: 'organization',
    kept: organization,
    make: makeOrganizationForm,
    route: organizations.update,
    input: (values, version) => ({ params: { id }, body: { ...changesOf(organization, values), version } }),
    keptOf: (answer) => answer.organization,
  })
  const { form } = part
  const types = useQuery({ ...query(organizations.types, {}), enabled: can.assign_type })
  return (
    <RecordForm {...part}>
      <FieldGroup title="Organization">
        <Wide>
          <TextField
            form={form}
            {...input('name')}
            label="Name"
            readOnly={!can.update}
            help={organization.own_name === '' ? 'Shown by its account number until it has a name.' : undefined}
          />
        </Wide>
        {can.assign_type && (
          <TypeField
            form={form}
            name="organization_type"
            label="Organization type"
            types={types.data?.data ?? []}
            mayAdd={can.add_type}
          />
        )}
        {can.assign_lab && <ManagerField form={form} organization={organization} />}
        {can.assign_lab && kind === 'practice' && (
          <>
            <Wide>
              <OrganizationField
                form={form}
                name="third_party_partner_id"
                kind="partner"
                label="Third-party partner"
                help="The partner lab sees this practice and the cases assigned to it."
              />
            </Wide>
            <Wide>
              <ToggleField
                form={form}
                name="rush_case_enabled"
                label="Rush cases"
                help="The practice can request rush cases."
              />
            </Wide>
            <ChoiceField
              form={form}
              name="template_version"
              label="Invoice version"
              options={invoiceVersions}
              help="From the next invoice on: new has a block for each patient, old is one list."
            />
          </>
        )}
      </FieldGroup>
    </RecordForm>
  )
}

/** The person of the lab who looks after the organization. */
function ManagerField({
  form,
  organization,
}: {
  form: ReturnType<typeof makeOrganizationForm>
  organization: Organization
}) {
  const { data } = useQuery(query(users.list, { query: { roles: staffRoles.join(','), perPage: '200' } }))
  const present = organization.customer_service_manager
  const people = (data?.users ?? []).map(({ id, full_name }) => ({ id, label: full_name }))
  // The present one may be archived, or not loaded yet.
  const isMissing = present !== null && !people.some(({ id }) => id === present.id)
  return (
    <SelectField
      form={form}
      name="customer_service_manager_id"
      label="Customer service manager"
      placeholder="No one"
      options={isMissing ? [{ id: present.id, label: present.full_name }, ...people] : people}
    />
  )
}

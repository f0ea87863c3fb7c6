import { organizationFields } from '@archwire/contract/organizations/fields.ts'
import type { Organization, OrganizationEdit } from '@archwire/contract/organizations/schema.ts'
import { trimmed } from '../../ui/form/checks.ts'
import { createForm, type Errors, type FormStore } from '../../ui/form/store.ts'

export interface OrganizationValues {
  name: string
  /** The name of its type. */
  organization_type: string
  customer_service_manager_id: number | null
  third_party_partner_id: number | null
  rush_case_enabled: boolean
  template_version: 1 | 2
}

/** What a form of the organization begins with. */
export const valuesOf = (organization: Organization): OrganizationValues => ({
  name: organization.own_name,
  organization_type: organization.organization_type?.name ?? '',
  customer_service_manager_id: organization.customer_service_manager?.id ?? null,
  third_party_partner_id: organization.third_party_partner?.id ?? null,
  rush_case_enabled: organization.rush_case_enabled,
  template_version: organization.template_version,
})

/** The form of an organization's fields. */
export function makeOrganizationForm(organization: Organization | undefined): FormStore<OrganizationValues> {
  const begun = valuesOf(organization!)
  return createForm<OrganizationValues>({
    initial: begun,
    validate: (values): Errors<OrganizationValues> => {
      const { name, ...problems } = organizationFields.problems({
        name: values.name,
        organization_type: values.organization_type,
      })
      // One that nobody named yet may stay so.
      return { ...problems, ...(name && (begun.name !== '' || values.name.trim() !== '') && { name }) }
    },
  })
}

/** What is sent of the form: what differs from the organization. */
export function changesOf(organization: Organization, typed: OrganizationValues): OrganizationEdit {
  const begun = valuesOf(organization)
  return Object.fromEntries(
    Object.entries(trimmed(typed)).filter(([name, value]) => value !== begun[name as keyof OrganizationValues]),
  )
}

import { contractStatuses } from '@archwire/contract/billing/statuses.ts'
import { roleLabels, userRoles } from '@archwire/contract/roles.ts'
import {
  archivedStatus,
  feeGroups,
  invoiceVersions,
  recordKinds,
  searchStatuses,
  type Filterable,
} from '@archwire/contract/search/document.ts'
import type { globalSearch } from './search.ts'

export interface FacetOption {
  id: string
  label: string
}

/** A filter of the left panel: its key in the address, and the attribute of the index that it looks at. */
export interface Facet {
  key: keyof typeof globalSearch & `filter[${string}]`
  attribute: Filterable
  label: string
  /** Undefined: the types of organizations, which are the lab's own. */
  options?: readonly FacetOption[]
}

const optionsOf = (labels: Record<string, string>): FacetOption[] =>
  Object.entries(labels).map(([id, label]) => ({ id, label }))

/** What a hit is, by its facet Roles. */
export const kindLabels: Record<string, string> = {
  ...Object.fromEntries(userRoles.map((role) => [role, roleLabels[role]])),
  [recordKinds[0]]: 'Organization',
  [recordKinds[1]]: 'Location',
}

/** The filters of the left panel in their order. */
export const facets: readonly Facet[] = [
  { key: 'filter[roles]', attribute: 'filter', label: 'Roles', options: optionsOf(kindLabels) },
  { key: 'filter[status]', attribute: 'status', label: 'Status', options: optionsOf(searchStatuses) },
  {
    key: 'filter[payment]',
    attribute: 'payments',
    label: 'Payment Status',
    options: Object.entries(contractStatuses).map(([id, { label }]) => ({ id, label })),
  },
  { key: 'filter[fees]', attribute: 'fees', label: 'Customized Fees', options: optionsOf(feeGroups) },
  { key: 'filter[organization_type]', attribute: 'organization_types', label: 'Organization Type' },
  {
    key: 'filter[invoice_version]',
    attribute: 'invoice_versions',
    label: 'Invoice Version',
    options: invoiceVersions.map((id) => ({ id, label: id })),
  },
]

/** Whether a value of the facet Status is offered: Archived only to people who see archived records (`search/archived`). */
export const isOffered = ({ key }: Facet, { id }: FacetOption, seesArchived: boolean): boolean =>
  seesArchived || key !== 'filter[status]' || id !== String(archivedStatus)

/** The menu Sort By: an order as the address writes it, and its words. */
export const sortOptions: readonly FacetOption[] = [
  { id: 'full_name_sort', label: 'Name' },
  { id: '-joined_timestamp', label: 'Newest to join' },
  { id: 'joined_timestamp', label: 'Oldest to join' },
  { id: '-number_of_cases', label: 'Highest number of submissions' },
  { id: 'number_of_cases', label: 'Lowest number of submissions' },
  { id: '-newest_case_timestamp', label: 'Newest case submission' },
  { id: 'newest_case_timestamp', label: 'Oldest case submission' },
  { id: '-average_cases', label: 'Highest submission average' },
  { id: 'average_cases', label: 'Lowest submission average' },
]

import type { noRole, UserRole } from '../roles.ts'

/** The index of the global search, in Meilisearch's terms (docs/product/search.md). */
export const searchIndex = 'organizations_users'

export type SearchModel = 'user' | 'organization' | 'location'

/** The kinds of records that are no people, as values of the facet Roles. */
export const recordKinds = ['organization', 'location'] as const

/** A practice's own prices by the part of the list that they are in (decisions: facet Customized Fees). */
export const feeGroups = {
  general: 'General',
  pvs_or_stone_model: 'PVS or Stone Model',
  intra_oral_scan: 'Intraoral Scan',
  '3d_printed_study': '3D Printed Study',
} as const
export type FeeGroup = keyof typeof feeGroups

/** Layouts of an invoice as the facet Invoice Version names them. */
export const invoiceVersions = ['New', 'Old'] as const
export type InvoiceVersion = (typeof invoiceVersions)[number]

/** The statuses of organizations and people by their numbers (`organizations/status`). */
export const searchStatuses = {
  1: 'Lead',
  2: 'Onboarding',
  3: 'New',
  4: 'Active',
  5: 'Passive',
  6: 'Archived',
} as const
/** The status that is offered to holders of organization.view-archived alone (`search/archived`). */
export const archivedStatus = 6

/** A document of the index: an organization, a person or a location (`search/hits`). Moments are ISO texts. */
export interface SearchHit {
  /** `organization-12` */
  id: string
  model: SearchModel
  model_id: number
  /** The role of a person, or the kind of record. */
  filter: UserRole | typeof noRole | (typeof recordKinds)[number]
  full_name: string
  account_number: string | null
  /** A practice or a partner lab; null for people and locations. */
  kind: 'practice' | 'partner' | null
  /** Its organization, or those of a person, the first one first. */
  organizations: { id: number; name: string }[]
  organization_ids: number[]
  is_archived: boolean
  is_disabled: boolean
  /** Of practices, doctors and their assistants; null for all others. */
  status: keyof typeof searchStatuses | null
  onboarding: number | null
  payment: string | null
  customized_fees: FeeGroup[]
  organization_type: string | null
  invoice_version: InvoiceVersion | null
  joined_at: string
  first_case_submission: string | null
  newest_case_submission: string | null
  /** Cases that are not archived. */
  number_of_patients: number
  /** Cases that were submitted and not canceled. */
  number_of_cases: number
  /** Cases a month since joining, to two decimals. */
  average_cases: number
  /** People of an organization; null for people and locations. */
  number_of_users: number | null
  email: string
  phone_number: string
  contact_name: string
  street_address: string
  street_address_line_2: string
  city: string
  state: string
  zip_code: string
  country: string
  // What filters look at: a person of several organizations is found by each of them (decisions H33).
  payments: string[]
  fees: FeeGroup[]
  organization_types: number[]
  invoice_versions: InvoiceVersion[]
  onboardings: number[]
  // What sorts compare; seconds since 1970.
  full_name_sort: string
  joined_timestamp: number
  first_case_timestamp: number | null
  newest_case_timestamp: number | null
}

/** Attributes that queries filter by, and what their values are. */
export const filterable = {
  id: 'text',
  model: 'text',
  model_id: 'number',
  filter: 'text',
  is_archived: 'flag',
  status: 'number',
  payments: 'texts',
  fees: 'texts',
  organization_types: 'numbers',
  invoice_versions: 'texts',
  onboardings: 'numbers',
  organization_ids: 'numbers',
  joined_timestamp: 'number',
  first_case_timestamp: 'number',
  newest_case_timestamp: 'number',
  number_of_cases: 'number',
} as const satisfies { [A in keyof SearchHit]?: 'text' | 'texts' | 'number' | 'numbers' | 'flag' }
export type Filterable = keyof typeof filterable

/** Attributes that queries sort by, and what the menu Sort By calls them. */
export const sortable = {
  full_name_sort: 'Name',
  joined_timestamp: 'Joined Date',
  first_case_timestamp: 'First Case Submitted',
  newest_case_timestamp: 'Last Case Submitted',
  number_of_cases: 'Number of Cases',
  average_cases: 'Average Cases a Month',
  number_of_patients: 'Number of Patients',
  number_of_users: 'Number of Users',
} as const satisfies { [A in keyof SearchHit]?: string }
export type Sortable = keyof typeof sortable

/** Attributes whose words are found, the most relevant first. */
export const searchable = [
  'full_name',
  'account_number',
  'email',
  'phone_number',
  'contact_name',
  'organization_names',
  'street_address',
  'street_address_line_2',
  'city',
  'state',
  'zip_code',
] as const

/** Hits of a page that may be asked for, the first is the default. */
export const pageSizes = [10, 15, 25, 50, 100] as const
/** The most hits that a query counts and pages through. */
export const mostHits = 100_000

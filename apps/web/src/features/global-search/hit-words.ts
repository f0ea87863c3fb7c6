import { contractStatuses, type PaymentStatusOfContract } from '@archwire/contract/billing/statuses.ts'
import { onboardingStatuses } from '@archwire/contract/billing/onboarding.ts'
import type { StatusColor } from '@archwire/contract/core/fields.ts'
import { noRole } from '@archwire/contract/roles.ts'
import { feeGroups, searchStatuses, type SearchHit } from '@archwire/contract/search/document.ts'
import { kindLabels } from './facets.ts'

const models = { user: 'User', organization: 'Organization', location: 'Location' } as const

/** The badge of a hit. */
export const badgeOf = ({ model, kind }: SearchHit): string => (kind === 'partner' ? 'Partner lab' : models[model])

/** The role of a person, or what else a hit is. */
export const roleOfHit = ({ filter }: SearchHit): string =>
  filter === noRole ? 'No role' : (kindLabels[filter] ?? filter)

const statusColors: Record<keyof typeof searchStatuses, StatusColor> = {
  1: 'orange',
  2: 'grape',
  3: 'blue',
  4: 'green',
  5: 'gray',
  6: 'red',
}

export const statusOf = ({ status }: SearchHit): { label: string; color: StatusColor } | undefined =>
  status === null ? undefined : { label: searchStatuses[status], color: statusColors[status] }

export const onboardingOf = ({ onboarding }: SearchHit): { label: string; color: StatusColor } | undefined =>
  Object.values(onboardingStatuses).find(({ id }) => id === onboarding)

export const paymentOf = ({ payment }: SearchHit): { label: string; color: StatusColor } | undefined =>
  payment === null ? undefined : contractStatuses[payment as PaymentStatusOfContract]

export const feesOf = ({ customized_fees: fees }: SearchHit): string => fees.map((fee) => feeGroups[fee]).join(', ')

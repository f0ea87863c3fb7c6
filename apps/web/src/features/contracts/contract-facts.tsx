import type { ContractDetails } from '@archwire/contract/contracts/schema.ts'
import { Link } from '@tanstack/react-router'
import { formatDay, formatDayOf } from '../../lib/format.ts'
import { nameOf } from '../../lib/session.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { OrganizationLink } from '../../ui/record-links.tsx'

/** A subscription's own data, without its state, which stands at the title; while it is suspended, since when, in the place of the last payment (`contracts/status`). */
export function ContractFacts({ contract }: { contract: ContractDetails }) {
  const { organization, suspended_at, next_payment_date, last_payment_date, license } = contract
  const lastPaid = last_payment_date === null ? '–' : formatDay(last_payment_date, true)
  return (
    <DescriptionList
      columns
      items={[
        [
          'Organization',
          <OrganizationLink key="organization" id={organization.id}>
            {nameOf(organization)}
          </OrganizationLink>,
        ],
        ['Account Number', organization.account_number],
        ['Next Payment Date', next_payment_date && formatDay(next_payment_date, true)],
        ['Last Payment Date', suspended_at === null ? lastPaid : `${formatDayOf(suspended_at)} · suspended`],
        ['Initial Payment Date', formatDay(contract.initial_payment_date, true)],
        ['License', license && <License key="license" id={license.id} name={license.license_type.name} />],
      ]}
    />
  )
}

const License = ({ id, name }: { id: number; name: string }) => (
  <Link to="/edit-license/$id" params={{ id }}>
    {name}
  </Link>
)

import { organizations } from '@archwire/contract/client/organizations'
import type { SearchHit } from '@archwire/contract/search/document.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addressInOneLine } from '../../lib/address.ts'
import { formatCount, formatDayOf, formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { UserLink } from '../../ui/record-links.tsx'
import { feesOf, onboardingOf, paymentOf } from './hit-words.ts'

const momentOf = (instant: string | null) => (instant === null ? '–' : formatInstant(instant))

/** Who looks after an organization, and its subscription: the index does not say. */
function useRecord({ model, model_id }: SearchHit) {
  const { data, isPending } = useQuery({
    ...query(organizations.get, { params: { id: model_id }, query: { include: 'quick_glance,contract' } }),
    enabled: model === 'organization',
  })
  return { manager: data?.organization.quick_glance?.manager, contract: data?.organization.contract, isPending }
}

/** The figures of a hit, from the index; pairs that it does not have are left out. */
export function HitGlance({ hit }: { hit: SearchHit }) {
  const { manager, contract, isPending } = useRecord(hit)
  const [payment, onboarding] = [paymentOf(hit), onboardingOf(hit)]
  const hasCases = hit.kind !== 'partner' && (hit.model !== 'user' || hit.status !== null)
  return (
    <DescriptionList
      columns
      items={[
        ['Joined', formatDayOf(hit.joined_at)],
        ...(hasCases
          ? ([
              ['First Case Submitted', momentOf(hit.first_case_submission)],
              ['Last Case Submitted', momentOf(hit.newest_case_submission)],
              ['Number of Cases', formatCount(hit.number_of_cases)],
              ['Cases a Month', hit.average_cases.toFixed(2)],
              ['Patients', formatCount(hit.number_of_patients)],
            ] as const)
          : []),
        ['Users', hit.number_of_users === null ? '' : formatCount(hit.number_of_users)],
        ['Onboarding', onboarding && <StatusBadge key="onboarding" status={onboarding} />],
        ['Payment Status', payment && <StatusBadge key="payment" status={payment} />],
        ['Customized Fees', feesOf(hit)],
        ['Organization Type', hit.organization_type],
        ['Invoice Version', hit.invoice_version],
        [
          'Manager',
          hit.model === 'organization' &&
            (manager ? (
              <UserLink key="manager" id={manager.id}>
                {manager.full_name}
              </UserLink>
            ) : isPending ? (
              '…'
            ) : (
              '–'
            )),
        ],
        [
          'Subscription',
          contract && (
            <Link key="subscription" to="/subscriptions/$id" params={{ id: contract.id }}>
              Details
            </Link>
          ),
        ],
        ['Contact', hit.contact_name],
        ['Address', hit.street_address === '' ? '' : addressInOneLine(hit)],
      ]}
    />
  )
}

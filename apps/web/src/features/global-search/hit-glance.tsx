import type { SearchHit } from '@archwire/contract/search/document.ts'
import { addressInOneLine } from '../../lib/address.ts'
import { formatCount, formatDayOf, formatInstant } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { feesOf, onboardingOf, paymentOf } from './hit-words.ts'

const momentOf = (instant: string | null) => (instant === null ? '–' : formatInstant(instant))

/** The figures of a hit, from the index; pairs that it does not have are left out. */
export function HitGlance({ hit }: { hit: SearchHit }) {
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
        ['Contact', hit.contact_name],
        ['Address', hit.street_address === '' ? '' : addressInOneLine(hit)],
      ]}
    />
  )
}

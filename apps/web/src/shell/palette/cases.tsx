import { patients } from '@archwire/contract/client/patients'
import type { PatientSummary } from '@archwire/contract/patients/schema.ts'
import { IconStethoscope, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { caseNumberOf } from '../../lib/case-number.ts'
import { useCasePage } from '../../lib/case-page.ts'
import { chosenKey, useChosenOrganizations } from '../../lib/chosen-organizations.ts'
import { setupOf } from '../../lib/guard.ts'
import { query } from '../../lib/query.ts'
import { nameOf, useSession } from '../../lib/session.tsx'
import { openCase, recentCases, type RecentCase } from '../recent-cases.ts'
import { matches, type Destination } from './destination.ts'

const shown = 6

/**
 * Cases by part of a name or number within reach; before anything is typed, the recently opened ones, else the latest
 * (`screens/palette`).
 */
export function useCases(asked: string) {
  const router = useRouter()
  const pageOf = useCasePage()
  const { me, organization } = useSession()
  const chosen = useChosenOrganizations(me.id)
  const recent = asked === '' ? recentCases(openCase(router)) : []
  // Before the account setup is finished no case could be opened.
  const mayAsk = me.is_management || (organization !== undefined && setupOf(me, organization) === 'done')
  const list = useQuery({
    ...query(patients.list, {
      query: {
        perPage: shown,
        ...(asked === '' ? { orderBy: 'updated_at', order: 'desc' } : { 'filter[search]': asked }),
        ...(me.is_management && chosen !== '' ? { [chosenKey]: chosen } : {}),
      } as object,
    }),
    enabled: mayAsk && recent.length === 0,
    placeholderData: keepPreviousData,
  })
  const go = (id: number) => () => void router.navigate(pageOf(id))
  const icon = <IconUser size={17} stroke={1.7} aria-hidden="true" />
  const found = list.data?.patients ?? []
  const group = asked === '' ? (recent.length > 0 ? 'Recent cases' : 'Latest cases') : 'Cases'
  const destinations: Destination[] =
    recent.length > 0
      ? recent.map((recentCase) => ({ ...lineOf(recentCase), group, icon, go: go(recentCase.id) }))
      : found.map((foundCase) => ({
          ...lineOf(foundCase),
          detail: detailOf(foundCase, asked, me),
          group,
          icon,
          go: go(foundCase.id),
        }))
  destinations.push(
    ...doctorsAmong(found, asked).map((name) => ({
      key: `doctor-${name}`,
      label: name,
      detail: 'Show all cases',
      group: 'Doctors',
      icon: <IconStethoscope size={17} stroke={1.7} aria-hidden="true" />,
      go: () =>
        void router.navigate({
          to: me.is_management ? '/patients-page' : '/patients',
          search: { 'filter[doctor]': name },
        }),
    })),
  )
  // Space for the cases is reserved while they load, and shows a message when there are none.
  if (destinations.length === 0 && asked !== '' && mayAsk && !list.isError)
    destinations.push({
      key: 'no-case',
      label: list.isFetching ? 'Searching cases…' : 'No case matches.',
      disabled: '',
      group,
      go: () => {},
    })
  return {
    destinations,
    found: found.length,
    isOld: recent.length === 0 && (list.isPlaceholderData || list.isError),
    isFetching: list.isFetching,
    error: list.error,
    refetch: () => void (mayAsk && list.refetch()),
  }
}

const lineOf = (recentCase: RecentCase) => ({
  key: `case-${recentCase.id}`,
  label: recentCase.formatted_name,
  detail: caseNumberOf(recentCase),
})

/** Doctors of found cases whose own name was typed: each leads to all cases of that doctor. */
const doctorsAmong = (found: PatientSummary[], asked: string): string[] =>
  asked === ''
    ? []
    : [...new Set(found.flatMap(({ user }) => (user && matches(user.full_name, asked) ? [user.full_name] : [])))]

const detailOf = (
  foundCase: PatientSummary,
  asked: string,
  me: { is_management: boolean; organizations: unknown[] },
): string =>
  [
    caseNumberOf(foundCase),
    ...doctorsAmong([foundCase], asked),
    foundCase.deleted_at ? 'Archived' : foundCase.patient_status.label,
    ...(me.is_management || me.organizations.length > 1 ? [nameOf(foundCase.organization)] : []),
  ].join(' · ')

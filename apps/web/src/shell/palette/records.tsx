import { palette } from '@archwire/contract/client/palette'
import { counted } from '@archwire/contract/core/counted.ts'
import { mostRecent, recentPattern, type PaletteKind } from '@archwire/contract/palette/kinds.ts'
import type { PaletteHit } from '@archwire/contract/palette/schema.ts'
import {
  IconBox,
  IconBuilding,
  IconPackage,
  IconPrinter,
  IconReceipt,
  IconStethoscope,
  IconUser,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCasePage } from '../../features/case/case-page.ts'
import { chosenKey, useChosenOrganizations } from '../../lib/chosen-organizations.ts'
import { setupOf } from '../../lib/guard.ts'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { openRecord, recentRecords } from '../recent.ts'
import { matches, type Destination } from './destination.ts'

/** How each kind is called, of several and of one, and its icon. */
const kinds: Record<PaletteKind, { group: string; one: string; icon: Icon }> = {
  case: { group: 'Cases', one: 'case', icon: IconUser },
  organization: { group: 'Organizations', one: 'organization', icon: IconBuilding },
  person: { group: 'People', one: 'person', icon: IconUsers },
  request: { group: 'Requests', one: 'request', icon: IconPrinter },
  tray: { group: 'Trays', one: 'tray', icon: IconBox },
  invoice: { group: 'Invoices', one: 'invoice', icon: IconReceipt },
  parcel: { group: 'Parcels', one: 'parcel', icon: IconPackage },
}

/** "No case, person or parcel matches.": what was searched. */
export function noMatch(searched: readonly PaletteKind[]): string {
  const words = searched.map((kind) => kinds[kind].one)
  const last = words.pop()
  if (last === undefined) return 'Nothing matches.'
  return `No ${words.length > 0 ? `${words.join(', ')} or ${last}` : last} matches.`
}

const iconOf = (kind: PaletteKind) => {
  const { icon: KindIcon } = kinds[kind]
  return <KindIcon size={17} stroke={1.7} aria-hidden="true" />
}

/**
 * Records of all kinds by what was typed; before anything is typed, those opened lately in this browser, else the latest
 * cases (`screens/palette`).
 */
export function useRecords(asked: string) {
  const router = useRouter()
  const { me, organization } = useSession()
  const chosen = useChosenOrganizations(me.id)
  const openPage = useOpen()
  // What is opened from here is opened by then.
  const [recent] = useState(() => recentOf(me.id, openRecord(router)))
  // Before the account setup is finished no record could be opened.
  const mayAsk = me.is_management || (organization !== undefined && setupOf(me, organization) === 'done')
  const answer = useQuery({
    ...query(palette.search, {
      query: {
        ...(asked === '' ? {} : { keyword: asked }),
        ...(recent === '' ? {} : { recent }),
        ...(me.is_management && chosen !== '' ? { [chosenKey]: chosen } : {}),
      },
    }),
    enabled: mayAsk,
    placeholderData: keepPreviousData,
  })
  const { basis, hits = [], searched = [] } = answer.data?.palette ?? {}
  const groups = { found: undefined, recent: 'Opened lately', latest: 'Latest cases' }
  const namesPractice = me.is_management || me.organizations.length > 1
  const destinations: Destination[] = hits.map((hit) => ({
    key: `${hit.kind}-${hit.id}`,
    label: labelOf(hit),
    detail: detailOf(hit, asked, namesPractice),
    group: (basis && groups[basis]) ?? kinds[hit.kind].group,
    icon: iconOf(hit.kind),
    go: () => openPage(hit),
  }))
  destinations.push(...allCasesOf(hits, asked, me.is_management, (to) => void router.navigate(to)))
  // Their place is reserved while they load, and says so when there are none.
  if (destinations.length === 0 && asked !== '' && mayAsk && !answer.isError)
    destinations.push({
      key: 'no-record',
      label: answer.isFetching ? 'Searching…' : noMatch(searched),
      disabled: '',
      group: 'Records',
      go: () => {},
    })
  return {
    destinations,
    isOld: answer.isPlaceholderData || answer.isError,
    isFetching: answer.isFetching,
    error: answer.error,
    refetch: () => void (mayAsk && answer.refetch()),
  }
}

/** Of what kind the record of a page is. */
const kindsOfPages: Record<string, PaletteKind> = {
  'patient-details': 'case',
  'patient-workflow': 'case',
  organizations: 'organization',
  users: 'person',
  requests: 'request',
  'case-trays': 'tray',
  orders: 'invoice',
}

/** What was opened in this browser, without what is open now, as the server reads it. */
function recentOf(userId: number, open: string | undefined): string {
  const records = recentRecords(userId)
    .filter((record) => record !== open)
    .map((record) => record.replace(/^.*(?=-)/, (page) => kindsOfPages[page] ?? ''))
  // Another version of the portal may have written them.
  return [...new Set(records)]
    .filter((record) => recentPattern.test(record))
    .slice(0, mostRecent)
    .join()
}

const labelOf = ({ kind, name }: PaletteHit): string => (kind === 'tray' ? `Tray ${name}` : name)

/** The doctor of a case only where the typed words name them. */
const detailOf = (hit: PaletteHit, asked: string, namesPractice: boolean): string =>
  [
    hit.number,
    hit.kind === 'case' && !names(hit.about, asked) ? null : hit.about,
    hit.cases === null || (hit.kind === 'parcel' && hit.cases === 1) ? null : counted(hit.cases, 'case'),
    hit.status,
    namesPractice ? hit.organization?.name : null,
  ]
    .filter(Boolean)
    .join(' · ')

const names = (name: string | null, asked: string): name is string =>
  name !== null && asked !== '' && matches(name, asked)

/** Leads to the page of a record. */
function useOpen() {
  const router = useRouter()
  const pageOf = useCasePage()
  const { me } = useSession()
  return ({ kind, id, name, cases, organization }: PaletteHit): void => {
    if (kind === 'case') void router.navigate(pageOf(id))
    else if (kind === 'organization') void router.navigate({ to: '/organizations/$id', params: { id } })
    else if (kind === 'person' && me.is_management) void router.navigate({ to: '/users/$id', params: { id } })
    else if (kind === 'person')
      void router.navigate({
        to: '/account',
        search: { tab: '6', part: 'members', ...(organization && { organization: String(organization.id) }) },
      })
    else if (kind === 'tray') void router.navigate({ to: '/case-trays/$caseTrayId', params: { caseTrayId: id } })
    else if (kind === 'invoice') void router.navigate({ to: '/orders/$id', params: { id } })
    else if (kind === 'parcel' && cases !== 1)
      void router.navigate({
        to: me.is_management ? '/patients-page' : '/patients',
        search: { 'filter[search]': name },
      })
    else void router.navigate({ to: '/requests/$id', params: { id } })
  }
}

type Cases = { to: '/patients-page' | '/patients'; search: Record<string, string> }

/** Doctors whose own name was typed, and practices that were found: each leads to all of their cases. */
function allCasesOf(
  hits: readonly PaletteHit[],
  asked: string,
  isManagement: boolean,
  lead: (to: Cases) => void,
): Destination[] {
  if (asked === '') return []
  const to = isManagement ? '/patients-page' : '/patients'
  const line = (name: string, search: Record<string, string>, icon: Icon): Destination => {
    const LineIcon = icon
    return {
      key: `all-${name}`,
      label: name,
      detail: 'Show all cases',
      group: 'All cases of',
      icon: <LineIcon size={17} stroke={1.7} aria-hidden="true" />,
      go: () => lead({ to, search }),
    }
  }
  const doctors = new Set(hits.flatMap(({ kind, about }) => (kind === 'case' && names(about, asked) ? [about] : [])))
  const practices = hits.filter(({ kind, status }) => kind === 'organization' && status === null).slice(0, 2)
  return [
    ...[...doctors].map((name) => line(name, { 'filter[doctor]': name }, IconStethoscope)),
    ...practices.map(({ id, name }) => line(name, { [chosenKey]: String(id) }, IconBuilding)),
  ]
}

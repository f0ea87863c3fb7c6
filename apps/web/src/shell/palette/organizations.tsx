import { organizations } from '@archwire/contract/client/organizations'
import { IconBuilding } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { chosenKey } from '../../lib/chosen-organizations.ts'
import { query } from '../../lib/query.ts'
import { allowed, nameOf, numberBeside, useSession } from '../../lib/session.tsx'
import type { Destination } from './destination.ts'

const shown = 4

/** Practices by name or account number, for the lab: each leads to its cases. */
export function useOrganizations(asked: string) {
  const router = useRouter()
  const { me, organization } = useSession()
  const mayAsk = asked !== '' && me.is_management && allowed(me, organization, 'organizations.view')
  const list = useQuery({
    ...query(organizations.list, { query: { searchString: asked, perPage: shown } }),
    enabled: mayAsk,
    placeholderData: keepPreviousData,
  })
  const destinations: Destination[] =
    asked === ''
      ? []
      : (list.data?.organizations ?? []).map((row) => ({
          key: `organization-${row.id}`,
          label: nameOf(row),
          detail: [numberBeside(row), 'Show its cases'].filter(Boolean).join(' · '),
          group: 'Organizations',
          icon: <IconBuilding size={17} stroke={1.7} aria-hidden="true" />,
          go: () => void router.navigate({ to: '/patients-page', search: { [chosenKey]: String(row.id) } }),
        }))
  return {
    destinations,
    isOld: list.isPlaceholderData || list.isError,
    isFetching: list.isFetching,
    error: list.error,
    refetch: () => void (mayAsk && list.refetch()),
  }
}

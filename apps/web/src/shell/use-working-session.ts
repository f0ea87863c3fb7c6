import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { currentOrganization, meQuery, rememberOrganization, type Session } from '../lib/session.tsx'

/** The signed-in person, and the organization that this tab works in. */
export function useWorkingSession(): Session {
  const { data: me } = useSuspenseQuery(meQuery())
  const [organizationId, setOrganizationId] = useState(() => currentOrganization(me)?.id)
  const client = useQueryClient()
  return useMemo(() => {
    // One that was lost while it was open is not silently replaced by another.
    const organization =
      organizationId === undefined ? currentOrganization(me) : me.organizations.find(({ id }) => id === organizationId)
    const switchOrganization = (id: number) => {
      if (id === organization?.id) return
      rememberOrganization(me, id)
      setOrganizationId(id)
      client.removeQueries({ predicate: (query) => !['auth', 'settings'].includes(String(query.queryKey[0])) })
    }
    return { me, organization, switchOrganization }
  }, [me, organizationId, client])
}

import { locations } from '@archwire/contract/client/locations'
import { members } from '@archwire/contract/client/members'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '../../lib/query.ts'
import { Tag } from '../../ui/badges.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'
import lines from '../../ui/lines.module.css'
import shared from '../../ui/list/row.module.css'

const shown = 200

interface Props {
  organizationId: number
  /** The list of these locations, if this person opens it. */
  listPath: string | undefined
}

/** The locations of an organization, and who is assigned to each (`organizations/assigned`). */
export function AssignedLocations({ organizationId, listPath }: Props) {
  const answer = useQuery(query(locations.list, { query: { organization_id: organizationId, perPage: shown } }))
  const people = useQuery(query(members.list, { params: { id: organizationId } })).data?.users
  const found = answer.data?.locations
  const namesOf = (ids: readonly number[]): string =>
    (people ?? [])
      .filter(({ id }) => ids.includes(id))
      .map(({ full_name }) => full_name)
      .join(', ')
  return (
    <Section title="Assigned locations" actions={listPath !== undefined && <Link to={listPath}>Manage locations</Link>}>
      {answer.isError && !found ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !found ? (
        <PartLoading />
      ) : found.length === 0 ? (
        <EmptyState title="No found Locations" text="A location is where people work and where parcels go." />
      ) : (
        <ul className={lines.lines} aria-label="Assigned locations">
          {found.map((location) => (
            <li key={location.id} className={lines.texts}>
              <span className={shared.name}>
                <Link to="/organizations/$organizationId/locations/$id" params={{ organizationId, id: location.id }}>
                  {location.location_name}
                </Link>
                {location.is_main && <Tag tone="blue">Main location</Tag>}
              </span>
              <small>{location.full_address}</small>
              <small>
                {location.users.length === 0 ? 'No one is assigned.' : `Assigned: ${namesOf(location.users)}`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

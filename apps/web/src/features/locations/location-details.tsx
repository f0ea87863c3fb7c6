import { readableEmail } from '@archwire/contract/core/readable-email.ts'
import { formatPhone } from '@archwire/contract/core/phone.ts'
import { locations } from '@archwire/contract/client/locations'
import type { Location } from '@archwire/contract/locations/schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { offer } from '../../lib/offer.ts'
import { query, useCall } from '../../lib/query.ts'
import { dashboardPath, nameOf, useSession } from '../../lib/session.tsx'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Tag } from '../../ui/badges.tsx'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { trimmedAddress } from '../../ui/form/address-fields.tsx'
import { usePart } from '../../ui/form/use-part.ts'
import { Page } from '../../ui/page.tsx'
import { OrganizationLink } from '../../ui/record-links.tsx'
import { Note } from '../../ui/states.tsx'
import { LocationFields, makeLocationForm } from './location-fields.tsx'
import { usePeople } from './use-people.ts'

/** A location: a form for those who may change it, else read-only. `path`: the list of locations, if this person sees one. */
export function LocationDetails({ id, path }: { id: number; path: string | undefined }) {
  const { data, error } = useSuspenseQuery(query(locations.get, { params: { id } }))
  const { location } = data
  const isGone = error instanceof ApiError && error.status === 404
  const { me } = useSession()
  const router = useRouter()
  const leave = () => router.navigate({ to: path ?? dashboardPath })
  return (
    <Page
      title={location.location_name}
      above={path === undefined ? undefined : { label: 'Locations', to: path }}
      badge={location.is_main && <Tag tone="blue">Main location</Tag>}
      subtitle={
        <>
          {me.is_management && (
            <span>
              <OrganizationLink id={location.organization_id}>{nameOf(location.organization)}</OrganizationLink>
            </span>
          )}
          <span>{location.full_address}</span>
        </>
      }
      actions={
        !isGone && (
          <>
            <MakeMain location={location} />
            <DeleteLocation location={location} onDone={leave} />
          </>
        )
      }
      narrow
    >
      {isGone && (
        <Note tone="warning">
          This location was deleted, or you no longer have access to it. It can no longer be changed.
        </Note>
      )}
      {location.can.update ? (
        <EditLocation location={location} onLeave={leave} />
      ) : (
        <LocationFacts location={location} />
      )}
    </Page>
  )
}

function EditLocation({ location, onLeave }: { location: Location; onLeave: () => void }) {
  const part = usePart({
    what: 'location',
    kept: location,
    make: makeLocationForm,
    route: locations.update,
    input: (values, version) => ({ params: { id: location.id }, body: { ...trimmedAddress(values), version } }),
    keptOf: (answer) => answer.location,
  })
  return (
    <RecordForm {...part} among={false} onCancel={onLeave}>
      <LocationFields
        form={part.form}
        people={usePeople(location.organization_id)}
        addressLocked={location.why_not.update_address}
      />
    </RecordForm>
  )
}

const LocationFacts = ({ location }: { location: Location }) => (
  <DescriptionList
    columns
    items={[
      ['Contact', location.full_name],
      ['Email', readableEmail(location.email)],
      ['Phone Number', formatPhone(location.phone_number)],
      ['Address', location.full_address],
    ]}
  />
)

/** Moves the main location here: cases go from and to it by default. */
function MakeMain({ location }: { location: Location }) {
  const move = useCall(locations.update, { announce: 'aloud' })
  const offered = offer(location, 'make_main', !location.is_main)
  if (!offered) return null
  return (
    <ActionButton
      variant="default"
      why={offered.why}
      loading={move.isPending}
      onClick={() => move.mutate({ params: { id: location.id }, body: { is_main: true } })}
    >
      Make main location
    </ActionButton>
  )
}

function DeleteLocation({ location, onDone }: { location: Location; onDone: () => Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const offered = offer(location, 'delete', true)
  if (!offered && !asking) return null
  return (
    <>
      <ActionButton
        variant="default"
        color="red.8"
        why={offered?.why}
        command="Delete the location"
        onClick={() => setAsking(true)}
      >
        Delete
      </ActionButton>
      <ConfirmCall
        opened={asking}
        title="Delete this location?"
        confirm="Delete"
        danger
        route={locations.remove}
        input={{ params: { id: location.id } }}
        onDone={() => {
          // There is nothing left to save unsaved changes to.
          dropWork(`location:${location.id}`)
          return onDone()
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          {location.location_name} will no longer be available for new cases. Cases that use it keep its address
          {location.has_incomplete_requests && ', and their open requests will still ship there'}.
        </p>
      </ConfirmCall>
    </>
  )
}

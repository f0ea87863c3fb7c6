import { locations } from '@archwire/contract/client/locations'
import type { Location } from '@archwire/contract/locations/schema.ts'
import { useRouter } from '@tanstack/react-router'
import { useCall } from '../../lib/query.ts'
import { trimmedAddress } from '../../ui/form/address-fields.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/record-form.tsx'
import { Page } from '../../ui/page.tsx'
import { LocationFields, makeLocationForm, type LocationValues } from './location-fields.tsx'
import { usePeople } from './use-people.ts'

/** Adds a location of an organization. */
export function AddLocation({ organizationId, path }: { organizationId: number; path: string }) {
  const router = useRouter()
  const { saved, refused, ...record } = useRecordForm<Location, LocationValues>('location', undefined, makeLocationForm)
  const { form } = record
  const leave = () => void router.navigate({ to: path })
  const add = useCall(locations.create, {
    onSuccess: ({ location }) => {
      saved(location)
      leave()
    },
    onError: refused,
  })
  return (
    <Page title="Create Location" above={{ label: 'Locations', to: path }} narrow>
      <RecordForm
        {...record}
        submit="Create"
        busy={add.isPending}
        onSubmit={() => add.mutate({ body: { ...trimmedAddress(form.values()), organization_id: organizationId } })}
        onCancel={leave}
      >
        <LocationFields form={form} people={usePeople(organizationId)} />
      </RecordForm>
    </Page>
  )
}

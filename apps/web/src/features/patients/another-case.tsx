import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Submitted } from './just-submitted.tsx'

/** Leads to one more case of a doctor and a location. */
export function AnotherCase({ submitted: { organizationId, user_id, location_id } }: { submitted: Submitted }) {
  return (
    <Button
      variant="light"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/organizations/$organizationId/rx-forms/add"
          params={{ organizationId }}
          search={{ user_id: user_id ?? undefined, location_id: location_id ?? undefined }}
        />
      )}
    >
      Another case, same doctor and location
    </Button>
  )
}

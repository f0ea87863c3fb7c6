import { organizations } from '@archwire/contract/client/organizations'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { allowed, nameOf, useSession } from '../../lib/session.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** People who manage organizations let a practice begin without the start-up fee (`organizations/start-up-fee`). */
export function WaiveFee({ organization }: { organization: { id: number; name: string; account_number: string } }) {
  const { me } = useSession()
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const waive = useCall(organizations.waiveStartupFee, { onSuccess: () => router.invalidate() })
  if (!allowed(me, undefined, 'organizations.manage')) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        Waive the fee
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Waive the start-up fee of ${nameOf(organization)}?`}
        confirm="Waive"
        busy={waive.isPending}
        onConfirm={() => waive.mutate({ params: { id: organization.id } })}
        onClose={() => setAsking(false)}
      >
        <p>The practice may submit cases from now on. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}

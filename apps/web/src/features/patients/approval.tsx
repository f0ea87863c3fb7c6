import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { PagePending } from '../../ui/page-states.tsx'

const ApprovalRecord = lazy(async () => {
  const { ApprovalRecord } = await import('./approval-record.tsx')
  return { default: ApprovalRecord }
})

/** Opens what an approval sealed (`cases/sealed`), from its entry in the history. */
export function WhatWasApproved({ patientId }: { patientId: number }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
        What was approved
      </Button>
      <Dialog
        opened={opened}
        title="What was approved"
        onClose={close}
        actions={
          <Button variant="default" onClick={close}>
            Close
          </Button>
        }
      >
        {opened && (
          <Suspense fallback={<PagePending />}>
            <ApprovalRecord patientId={patientId} />
          </Suspense>
        )}
      </Dialog>
    </>
  )
}

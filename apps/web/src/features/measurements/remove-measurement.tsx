import { measurements as api } from '@archwire/contract/client/measurements'
import type { Measurement } from '@archwire/contract/measurements/routes.ts'
import { measurementWords } from '@archwire/contract/measurements/words.ts'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Deletes a measurement permanently, after confirmation. */
export function RemoveMeasurement({ measurement }: { measurement: Measurement }) {
  const [asking, setAsking] = useState(false)
  const remove = useCall(api.remove, { onSuccess: () => setAsking(false) })
  const words = measurementWords(measurement)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${words}`}
        title="Remove"
        onClick={() => setAsking(true)}
      >
        <IconX size={15} />
      </ActionIcon>
      {asking && (
        <ConfirmDialog
          opened
          title="Remove this measurement?"
          confirm="Remove"
          cancel="Keep it"
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: measurement.id } })}
          onClose={() => setAsking(false)}
        >
          <p>{words}. It is deleted for everyone. The case history keeps its value.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

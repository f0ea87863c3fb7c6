import { Button } from '@mantine/core'
import { openPrintView } from '../../lib/print-window.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  patientId: number
  onDone: () => void
}

/** The case is submitted, and only its paper is missing: the way out where the browser lets no window open. */
export const PrintBlocked = ({ patientId, onDone }: Props) => (
  <Dialog
    opened
    title="Case submitted"
    onClose={onDone}
    actions={
      <>
        <Button variant="default" onClick={onDone}>
          Patients
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onDone()
            openPrintView(patientId)
          }}
        >
          Print Rx form
        </Button>
      </>
    }
  >
    The print view was blocked by the browser.
  </Dialog>
)

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { findExact } from '../features/patients/open-exact.ts'
import { messageOf } from '../lib/api.ts'
import { useCasePage } from '../features/case/case-page.ts'
import { useScannedCode } from '../features/case/scanned-code.ts'
import { toast } from '../lib/toast.ts'

/** A scanned case code opens the case, from whatever page (`work/scanner`). */
export function ScannerOpensCase() {
  const client = useQueryClient()
  const router = useRouter()
  const pageOf = useCasePage()
  useScannedCode((code) => {
    void findExact(client, code).then(
      (id) => (id === undefined ? toast.error(`No case has the code ${code}.`) : void router.navigate(pageOf(id))),
      (error: unknown) => toast.error(messageOf(error)),
    )
  }, true)
  return null
}

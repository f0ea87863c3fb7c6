import { useLocation } from '@tanstack/react-router'
import { useDeferredImport } from '../../lib/use-deferred-import.ts'

/** What the next case has in common with the one that was just submitted. */
export interface Submitted {
  organizationId: number
  user_id: number | null
  location_id: number | null
}

const load = () => import('./another-case.tsx')

/** Right after a submit, at the top of the list: one more of the same doctor and location (`rx-form/another`). */
export function JustSubmitted() {
  const submitted = useLocation({ select: ({ state }) => state.submitted })
  return submitted && <Offered submitted={submitted} />
}

function Offered({ submitted }: { submitted: Submitted }) {
  const part = useDeferredImport(load, true)
  return part && <part.AnotherCase submitted={submitted} />
}

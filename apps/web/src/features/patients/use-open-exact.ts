import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCasePage } from '../case/case-page.ts'

/** What Enter in the search field of a case list does besides searching: opens the case that was typed exactly. */
export function useOpenExact(organizationId?: number) {
  const router = useRouter()
  const client = useQueryClient()
  const pageOf = useCasePage()
  return (typed: string, isWanted: () => boolean) =>
    void import('./open-exact.ts')
      .then(({ findExact }) => findExact(client, typed, organizationId))
      .then(
        (id) => void (id !== undefined && isWanted() && router.navigate(pageOf(id))),
        // The list asks for the same text, and says what failed.
        () => {},
      )
}

import { createRootRouteWithContext, Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { brand } from '../brand.tsx'
import type { RouterContext } from '../router.tsx'
import { PageMissing } from '../ui/page-states.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: () => (
    <main>
      <PageMissing />
    </main>
  ),
})

/** Every page starts at its top and shows its name in the browser's tab. */
function Root() {
  const title = useMatches({
    select: (matches) => {
      const match = matches.findLast(({ staticData }) => staticData.title)
      return match && [match.staticData.tab?.(match), match.staticData.title].filter(Boolean).join(' · ')
    },
  })
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name
  }, [title])
  useEffect(() => {
    // Braces: in newer browsers this returns a promise, and an effect may return nothing but its clean-up.
    window.scrollTo(0, 0)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the path is when, not what
  }, [path])
  return <Outlet />
}

import { createFileRoute } from '@tanstack/react-router'
import { mayOpen } from '../../lib/guard.ts'

/**
 * Every page declares on its route who may open it; it is checked here, so that none forgets to. Refusals appear in the
 * shell.
 */
export const Route = createFileRoute('/_signed-in/_page')({
  beforeLoad: ({ context, matches }) => {
    const { staticData, params } = matches.at(-1)!
    mayOpen(context.me, staticData, 'organizationId' in params ? params.organizationId : undefined)
  },
})

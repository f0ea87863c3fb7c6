import { palette } from '@archwire/contract/palette/routes.ts'
import type { Serve } from '../../http/serve.ts'
import { searchPalette } from './search.ts'

/** The one search of the palette. */
export function paletteRoutes(serve: Serve): void {
  serve(palette.search, async ({ db, actor, query, logRead }) => {
    const { logged, ...answer } = await searchPalette(db, actor, query)
    logRead(...logged)
    return { palette: answer }
  })
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notAskedYet, permissionNames, type Permission } from '@archwire/contract/permissions.ts'

/** Where a permission is asked for: routes, policies, buttons. Not the tables that grant it, nor what tests and generators say. */
const asking = ['packages/contract/src', 'apps/server/src/modules', 'apps/server/src/http', 'apps/web/src']
const isAsking = (path: string): boolean => !/permissions\.ts$|\.test\.tsx?$|\.gen\.ts$/.test(path)

/** Permissions that are marked as asked for by nothing, and are, or the other way round; a line each. */
export function wronglyMarked(texts: readonly string[], marked: readonly Permission[] = notAskedYet): string[] {
  return permissionNames.flatMap((name) => {
    const isAsked = texts.some((text) => text.includes(`'${name}'`))
    if (isAsked !== marked.includes(name)) return []
    return [
      `packages/contract/src/permissions.ts: ${name} is ${isAsked ? 'asked for: take it out of' : 'asked for by nothing: it belongs into'} notAskedYet`,
    ]
  })
}

export const wronglyMarkedIn = (root: string): string[] =>
  wronglyMarked(
    globSync(
      asking.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: root },
    )
      .filter(isAsking)
      .map((path) => readFileSync(join(root, path), 'utf8')),
  )

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notAskedYet, permissionNames, type Permission } from '@archwire/contract/permissions.ts'

/**
 * Where a permission is required: routes, policies, buttons. Not the tables that grant it, nor tests and generators.
 */
const asking = ['packages/contract/src', 'apps/server/src/modules', 'apps/server/src/http', 'apps/web/src']
const isAsking = (path: string): boolean => !/src\/(?:permissions|grants)\.ts$|\.test\.tsx?$|\.gen\.ts$/.test(path)

const quoted = `'(?:${permissionNames.map((name) => name.replaceAll('.', '\\.')).join('|')})'`
/** Two or more permissions, one after the other. */
const permissionLists = new RegExp(`${quoted}(?:,\\s*${quoted})+`, 'g')

/** Permissions that are wrongly marked as required by nothing, or that lack the mark; a line each. */
export function wronglyMarked(texts: readonly string[], marked: readonly Permission[] = notAskedYet): string[] {
  return permissionNames.flatMap((name) => {
    const isAsked = texts.some((text) => text.includes(`'${name}'`))
    if (isAsked !== marked.includes(name)) return []
    return [
      `packages/contract/src/permissions.ts: ${name} is ${isAsked ? 'asked for: take it out of' : 'asked for by nothing: it belongs into'} notAskedYet`,
    ]
  })
}

/**
 * Lists of permissions that stand in two places, in whatever order: routes, policies and pages drift apart when one of
 * them changes. Shared ones are named in required-permissions.ts. A line for each place after the first.
 */
export function namedTwice(files: readonly { path: string; text: string }[]): string[] {
  const firstPlaces = new Map<string, string>()
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(permissionLists)].flatMap(([list]) => {
      const names = permissionNames.filter((name) => list.includes(`'${name}'`)).join(', ')
      const first = firstPlaces.get(names)
      if (first !== undefined)
        return [`${path}: repeats ${names} of ${first}; name the list in required-permissions.ts`]
      firstPlaces.set(names, path)
      return []
    }),
  )
}

const filesThatAsk = (root: string): { path: string; text: string }[] =>
  globSync(
    asking.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .filter(isAsking)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const namedTwiceIn = (root: string): string[] => namedTwice(filesThatAsk(root))

export const wronglyMarkedIn = (root: string): string[] => wronglyMarked(filesThatAsk(root).map(({ text }) => text))

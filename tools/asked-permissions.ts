import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@archwire/contract'
import type { Route } from '@archwire/contract/core/route.ts'
import { notAskedYet, permissionNames, type Permission } from '@archwire/contract/permissions.ts'

/**
 * Where a permission is required: routes, policies, buttons. Not the tables that grant it, nor tests and generators.
 */
const asking = ['packages/contract/src', 'apps/server/src/modules', 'apps/server/src/http', 'apps/web/src']
const isAsking = (path: string): boolean => !/permissions\.ts$|\.test\.tsx?$|\.gen\.ts$/.test(path)

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
 * Policies that copy a list of permissions which a call requires: button and call drift apart when one of them changes.
 * They should read it from the route (`locations.update.needs`). A line each.
 */
export function namedTwice(policies: readonly { path: string; text: string }[]): string[] {
  const calls = Object.values(api).flatMap((routes: Record<string, Route>) => Object.values(routes))
  return policies.flatMap(({ path, text }) => {
    const lists = [...text.matchAll(/'[^']+'(?:,\s*'[^']+')+/g)].map(([list]) => list.replaceAll(/[\s']/g, ''))
    return calls
      .filter(({ needs }) => typeof needs !== 'string' && lists.includes(needs.join(',')))
      .map((route) => `${path}: writes out what ${route.method} ${route.path} asks for; read it from the route`)
  })
}

export const namedTwiceIn = (root: string): string[] =>
  namedTwice(
    globSync('apps/server/src/modules/*/{policy,rules}.ts', { cwd: root }).map((path) => ({
      path,
      text: readFileSync(join(root, path), 'utf8'),
    })),
  )

export const wronglyMarkedIn = (root: string): string[] =>
  wronglyMarked(
    globSync(
      asking.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: root },
    )
      .filter(isAsking)
      .map((path) => readFileSync(join(root, path), 'utf8')),
  )

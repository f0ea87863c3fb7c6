import type { Route } from '@archwire/contract/core/route.ts'
import { expect } from 'vitest'
import { z } from 'zod'
import type { TestApp, TestUser } from '../app.ts'
import { kindOfPath } from '../generated/names.ts'
import { admitted, exampleOf, routes, type Role } from '../generated/routes.ts'
import type { GivenCase } from '../given.ts'

/** Ids of a case's records, by their kind; a kind that is missing has none. */
export type CaseIds = Record<string, readonly (string | number)[]>

/** Routes that show cases besides those whose contract says so: sums, bells, and the bytes themselves. */
const also = ['/dashboard', '/notifications', '/patient_files/{id}/download_link']
const shown = routes
  .map(([, route]) => route)
  .filter((route) => also.includes(route.path) || route.shows?.some((kind) => kind.startsWith('case')))

/**
 * Reads every route that shows a case with all the ids of this one, as one person. Who is admitted gets an answer that keeps
 * to the contract, whether the server checks that (in tests) or trusts itself (in production); others are refused. Returns
 * how many were answered.
 */
export async function readCase(
  portal: Pick<TestApp, 'raw'>,
  [role, who]: readonly [Role, TestUser],
  testCase: GivenCase,
  ids: CaseIds,
): Promise<number> {
  let answered = 0
  for (const route of shown)
    for (const id of route.path.includes('{') ? (ids[kindOfPath(route) ?? route.path.split('/')[1]!] ?? []) : [0]) {
      const { path } = exampleOf(route, { path: id, query: narrowed(route, testCase) })
      const { status, body } = await portal.raw(who, 'GET', path)
      const said = `${role}: ${path}: ${JSON.stringify(body).slice(0, 1000)}`
      expect(status, said).toBe(admitted(route, role) ? 200 : 403)
      if (status !== 200) continue
      const { error } = z.safeParse(route.returns, body)
      if (error) throw new TypeError(`${path} answers against its contract: ${z.prettifyError(error)}`)
      answered += 1
    }
  return answered
}

/** Lists of everyone are asked for what is this case's: beside it there may be any number of others. */
function narrowed({ query }: Route, { id, practice }: GivenCase): object {
  const keys = query instanceof z.ZodObject ? Object.keys(query.shape) : []
  const about: Record<string, string> = { patient_id: String(id), organization_id: String(practice.id) }
  return Object.fromEntries(Object.entries(about).filter(([key]) => keys.includes(key)))
}

/** Triangles that a web mesh draws, as its own words say. */
export function trianglesOfGlb(glb: Buffer): number {
  expect(glb.toString('latin1', 0, 4)).toBe('glTF')
  const { meshes, accessors } = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12))) as {
    meshes: { primitives: { indices: number }[] }[]
    accessors: { count: number }[]
  }
  return accessors[meshes[0]!.primitives[0]!.indices]!.count / 3
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { openApiText } from '../apps/server/src/http/openapi.ts'

/** Where the client of an outside program is placed while tests run; none of it is kept in the project. */
export const outsideClientFolder = join(import.meta.dirname, '..', '.cache', 'outside-client')

/**
 * Generates the types of every call from the OpenAPI document, as an outside program would: openapi-fetch uses them.
 */
export async function writeOutsideClient(): Promise<void> {
  const types = await openapiTS(openApiText(), { defaultNonNullable: false })
  await mkdir(outsideClientFolder, { recursive: true })
  await writeFile(join(outsideClientFolder, 'api.ts'), astToString(types))
}

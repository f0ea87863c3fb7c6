import { openApiDocument } from '../../apps/server/src/http/openapi.ts'

/** Prints the OpenAPI document; needs no database. */
process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)

import { openApiText } from '../../apps/server/src/http/openapi.ts'

/** Prints the OpenAPI document; needs no database. */
process.stdout.write(openApiText())

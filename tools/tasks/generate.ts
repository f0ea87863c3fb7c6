import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientTable } from '../generate/client.ts'
import { permissionsPage } from '../generate/permissions.ts'
import { schemaTypes } from '../generate/schema.ts'
import { shapeTable } from '../generate/shapes.ts'
import { wordTable } from '../generate/words.ts'

/** Writes every generated file; with `--check` it only says which ones are stale. */
const root = join(import.meta.dirname, '..', '..')
const files: Record<string, () => string | Promise<string>> = {
  'packages/contract/src/client.gen.ts': clientTable,
  'packages/contract/src/shapes.gen.ts': shapeTable,
  'packages/contract/src/words.gen.ts': wordTable,
  'docs/permissions.md': permissionsPage,
  'apps/server/src/db/schema.gen.ts': schemaTypes,
}

const check = process.argv.includes('--check')
let stale = 0
for (const [name, make] of Object.entries(files)) {
  const file = join(root, name)
  const text = await make()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (check) {
    stale += 1
    console.log(`stale: ${name} (run npm run generate)`)
  } else {
    writeFileSync(file, text)
    console.log(`written: ${name}`)
  }
}
process.exitCode = stale > 0 ? 1 : 0

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientFiles } from '../generate/client.ts'
import { permissionsPage } from '../generate/permissions.ts'
import { schemaTypes } from '../generate/schema.ts'
import { shapeTable } from '../generate/shapes.ts'
import { themeStyles } from '../generate/theme.ts'
import { wordTable } from '../generate/words.ts'

/** Writes every generated file; with `--check` it only reports which ones are stale. */
const root = join(import.meta.dirname, '..', '..')
const files: Record<string, () => string | Promise<string>> = {
  ...Object.fromEntries(Object.entries(clientFiles()).map(([name, text]) => [name, () => text])),
  'packages/contract/src/shapes.gen.ts': shapeTable,
  'packages/contract/src/words.gen.ts': wordTable,
  'apps/web/src/theme.gen.css': themeStyles,
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
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`written: ${name}`)
  }
}

// A removed resource leaves no calls behind.
const clients = 'packages/contract/src/client'
for (const name of readdirSync(join(root, clients)).map((name) => `${clients}/${name}`)) {
  if (name in files) continue
  if (check) stale += 1
  else rmSync(join(root, name))
  console.log(`${check ? 'stale' : 'removed'}: ${name}`)
}
process.exitCode = stale > 0 ? 1 : 0

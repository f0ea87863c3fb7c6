import { randomBytes } from 'node:crypto'
import { readConfig } from './config.ts'
import { connect } from './db/client.ts'
import { isEmpty } from './demo/index.ts'
import { hashPassword } from './modules/auth/index.ts'
import { createUser } from './modules/users/index.ts'
import { openDatabase } from './runtime.ts'

/** Makes the first super_admin of an empty portal and prints a password: `first-sign-in-main.ts <email> <first> <last>`. */
const [email, first_name, last_name] = process.argv.slice(2)
if (!email?.includes('@') || !first_name || !last_name) {
  process.stderr.write('Say who it is: <email> <first name> <last name>\n')
  process.exit(2)
}
const { appUrl } = await openDatabase(readConfig(process.env))
const connection = connect(appUrl, { pool: 2, name: 'archwire-first-sign-in' })
try {
  if (await isEmpty(connection.db)) {
    const password = randomBytes(15).toString('base64url')
    const passwordHash = await hashPassword(password)
    const person = { first_name, last_name, email: email.toLowerCase(), role: 'super_admin' as const }
    await connection.db.transaction().execute((trx) => createUser(trx, { ...person, passwordHash, verified: true }))
    process.stdout.write(`${email} signs in at /management with ${password}\n`)
  } else {
    process.stderr.write('There are already accounts; ask one of their owners.\n')
    process.exitCode = 1
  }
} finally {
  await connection.close()
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startMailServer } from './embedded.ts'
import { domainOf, smtpMailer } from './smtp.ts'

it('every mail names the sender’s domain and says that a program wrote it (notices/machines)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mails-'))
  const server = await startMailServer(folder)
  const mailer = smtpMailer(server.url, 'Summit Lab <no-reply@summit-lab.example>', { ignoreTls: true })
  const words = { to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' }
  await mailer.send({ id: 7, ...words })
  await mailer.send({ id: 8, edition: 'ab12', ...words })
  const raw = [7, 8].map((id) => readFileSync(join(folder, `${id}.eml`), 'utf8'))
  for (const [index, name] of ['mail-7', 'mail-8.ab12'].entries()) {
    const lines = raw[index]!.split('\r\n')
    expect(lines).toContain(`Message-ID: <${name}@summit-lab.example>`)
    expect(lines).toContain('Auto-Submitted: auto-generated')
    expect(lines).toContain('X-Auto-Response-Suppress: OOF, AutoReply')
  }
  await mailer.send({ id: 9, ...words, stopAt: `https://summit-lab.example/${'t'.repeat(90)}/stop` })
  const stops = readFileSync(join(folder, '9.eml'), 'utf8').split('\r\n')
  expect(stops).toContain(`List-Unsubscribe: <https://summit-lab.example/${'t'.repeat(90)}/stop>`)
  expect(stops).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(raw.join()).not.toContain('List-Unsubscribe')
  await mailer.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

it.each([
  ['Lab <no-reply@lab.example>', 'lab.example'],
  ['no-reply@mail.lab.example', 'mail.lab.example'],
  ['Labor <post@münchen.example>', 'xn--mnchen-3ya.example'],
  ['lab', 'localhost'],
])('the domain of %s is %s', (from, domain) => {
  expect(domainOf(from)).toBe(domain)
})

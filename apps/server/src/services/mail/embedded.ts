import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as its recipient would see it. */
export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
}

/**
 * An SMTP server within the process, never in production: it stores the portal's mails in a folder, to be read at
 * /mailbox, and delivers nothing. The portal sends to it as to any other.
 */
export interface EmbeddedMailServer {
  url: string
  /** The received mail of that id, parsed from its raw text; undefined when it has not arrived. */
  received(id: number): Promise<ReceivedMail | undefined>
  close(): Promise<void>
}

/** Writes a mail under another name first: a reader finds all of it or none. */
async function keep(file: string, raw: Buffer): Promise<void> {
  const arriving = `${file}.${randomUUID()}`
  await writeFile(arriving, raw, { mode: 0o600 })
  await rename(arriving, file)
}

/** Starts the server on a free port of this machine. */
export async function startMailServer(folder: string): Promise<EmbeddedMailServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (id: number) => join(folder, `${id}.eml`)
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: 5 * 1024 * 1024,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const id = /^message-id:\s*<mail-(\d+)[.@]/im.exec(raw.toString('utf8', 0, 8192))?.[1]
        if (!id) return done(new Error('not a mail of this portal'))
        keep(fileOf(Number(id)), raw).then(() => done(), done)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    async received(id) {
      const raw = await readFile(fileOf(id)).catch(() => undefined)
      if (!raw) return undefined
      const mail = await PostalMime.parse(raw)
      return {
        to: mail.to?.[0]?.address ?? '',
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

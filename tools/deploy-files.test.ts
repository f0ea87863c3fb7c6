import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const file = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
/** Without comments. */
const plain = (text: string) => text.replaceAll(/(^|\s)#.*$/gm, '')

describe('the proxy', () => {
  const nginx = plain(file('nginx.conf'))

  it('loads on the nginx of Debian 12 and Ubuntu 24.04', () => {
    expect(nginx).not.toMatch(/http2 on/)
    expect(nginx).toMatch(/listen 443 ssl http2;/)
  })
  it('hides no failure behind one of its own', () => {
    const servers = [...nginx.matchAll(/^\s*server [\d.]+:\d+(.*);$/gm)].map(([, options]) => options)
    expect(servers).toHaveLength(2)
    for (const options of servers) expect(options).toBe(' max_fails=0')
    expect(nginx).not.toMatch(/proxy_intercept_errors on/)
    // The one that leads to another place, and shows no page.
    expect(nginx.match(/error_page[^;]*;/g)).toEqual(['error_page 418 = @keyed;'])
  })
  it('sends a write to the other server again only under a key', () => {
    const place = (name: string) => nginx.slice(nginx.indexOf(`location ${name} {`)).split(/\n  }/)[0]!
    expect(place('@keyed')).toMatch(/proxy_next_upstream [^;]*\bnon_idempotent;/)
    expect(nginx.match(/non_idempotent/g)).toHaveLength(1)
    expect(place('/')).toMatch(/if \(\$http_idempotency_key\) \{ return 418; \}/)
  })

  it('logs no query, no referrer and no key of a share link', () => {
    const format = /log_format archwire ([^;]*);/.exec(nginx)![1]!
    const variables = [...format.matchAll(/\$\w+/g)].map(([name]) => name)
    expect(variables).toContain('$archwire_path')
    expect(variables.filter((name) => /request$|request_uri|args|query|^\$uri|referer|cookie|arg_|http_/.test(name)))
      // A request's time and method are not its line.
      .toEqual([])
    for (const [, rest] of nginx.matchAll(/^\s*access_log (.*);$/gm))
      expect(rest).toMatch(/^(off|\/var\/log\/nginx\/archwire\.log archwire)$/)
    for (const [, rest] of nginx.matchAll(/^\s*error_log (.*);$/gm)) expect(rest).toMatch(/ crit$/)
    // Both servers: the one that only redirects sees addresses, too.
    expect(nginx.match(/access_log \S+ archwire;/g)).toHaveLength(2)
    expect(nginx.match(/error_log \S+ crit;/g)).toHaveLength(2)
  })
  it('masks what the portal masks', () => {
    const [, pattern = ''] = /"~(\^\(\?<archwire_kept>.*)" "\$archwire_kept…";/.exec(nginx)!
    const masked = (path: string) => path.replace(new RegExp(`${pattern}.*$`), '$<archwire_kept>…')
    for (const key of [
      '/shared/Ab-_9',
      '/viewer/s_Ab-_9/x',
      '/api/v1/shared_scenes/Ab-_9',
      '/shared/a%2Fb',
      '/api/v1/monday_mail/Ab-_9/stop',
    ])
      expect(masked(key), key).not.toMatch(/Ab|a%2Fb/)
    for (const path of ['/patients', '/api/v1/patients/7', '/viewer/0123456789abcdef0123456789abcdef'])
      expect(masked(path)).toBe(path)
  })
  it('passes the host on with its port, and one address of the caller', () => {
    expect(nginx).toMatch(/proxy_set_header Host \$http_host;/)
    expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/)
  })
})

describe.each(['archwire.env.example', 'owner.env.example'])('the settings of %s', (name) => {
  const values = parseEnv(file(name)) as Record<string, string>

  it('mean the same to a shell, which reads them by hand, as to a unit', () => {
    const script = `set -eu; set -a; . deploy/${name}; exec env -0`
    const printed = execFileSync('/bin/bash', ['--norc', '-c', script], { cwd: root, env: { PATH: process.env.PATH } })
    const read = Object.fromEntries(
      printed
        .toString()
        .split('\0')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    expect(Object.keys(values).length).toBeGreaterThan(0)
    expect(read).toMatchObject(values)
  })
  it('stand in single quotes, in which no one reads a sign of a password as anything else', () => {
    const lines = file(name)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    for (const line of lines) expect(line).toMatch(/^[A-Z_\d]+='[^']*'$/)
  })
})

describe('an image', () => {
  const ignored = (name: string) => readFileSync(join(root, name), 'utf8')

  it('holds no secrets, data or history of the machine that made it', () => {
    const lines = ignored('.containerignore').split('\n')
    for (const line of ['data', '.git', '**/node_modules', '.cache', '**/.env*']) expect(lines).toContain(line)
    // Nothing of it is revoked but a package's name.
    expect(lines.filter((line) => line.startsWith('!'))).toEqual(['!e2e/package.json'])
  })
  it('is the same from either builder, which each read a file of their own', () => {
    expect(ignored('.dockerignore')).toBe(ignored('.containerignore'))
  })
})

describe('the drill', () => {
  const folders: string[] = []
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

  /**
   * Runs it on a backup whose dump has this many files, with programs that report everything but the storage as fine.
   */
  function drill(files: number, environment: Record<string, string> = {}): { status: number | null; said: string } {
    const folder = mkdtempSync(join(tmpdir(), 'archwire-drill-'))
    folders.push(folder)
    const [backup, programs] = [join(folder, 'backup'), join(folder, 'programs')]
    mkdirSync(backup)
    mkdirSync(programs)
    writeFileSync(join(backup, 'archwire.dump.0000.cms'), 'a piece')
    writeFileSync(join(backup, 'row-counts.txt'), `public.patient_files ${files}\n`)
    execFileSync('/bin/bash', ['--norc', '-c', 'sha256sum archwire.dump.* row-counts.txt > SHA256SUMS'], {
      cwd: backup,
    })
    const program = (name: string, body: string) => {
      writeFileSync(join(programs, name), `#!/bin/bash\n${body}\n`)
      chmodSync(join(programs, name), 0o755)
    }
    program('openssl', 'echo piece')
    program('pg_restore', 'cat > /dev/null')
    program(
      'psql',
      `case "$*" in *row-counts.sql) echo 'public.patient_files ${files}';; *invariants.sql) echo 'all: 0';; *schema_migrations*) echo 1;; *) :;; esac`,
    )
    const { status, stdout, stderr } = spawnSync('/bin/bash', ['--norc', 'deploy/restore-drill.sh', backup], {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: `${programs}:${process.env.PATH}`,
        SCRATCH_URL: 'postgres://admin@127.0.0.1/postgres',
        BACKUP_KEY: '/nowhere',
        ...environment,
      },
    })
    return { status, said: stdout + stderr }
  }

  it('calls no backup whole whose files it did not look at', () => {
    const { status, said } = drill(3)
    expect(said).toContain('neither S3_BUCKET nor DATA_DIR is set')
    expect(said).toContain('THE BACKUP IS NOT WHOLE.')
    expect(status).toBe(1)
  })
  it('needs no storage for a backup without files', () => {
    const { status, said } = drill(0)
    expect(said).toContain('The backup is whole.')
    expect(status).toBe(0)
  })
})

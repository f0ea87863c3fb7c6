import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const file = (name: string) => readFileSync(join(import.meta.dirname, '..', 'deploy', name), 'utf8')
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
    expect(nginx).not.toMatch(/proxy_intercept_errors on|error_page/)
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
    for (const key of ['/shared/Ab-_9', '/viewer/s_Ab-_9/x', '/api/v1/shared_scenes/Ab-_9', '/shared/a%2Fb'])
      expect(masked(key), key).not.toMatch(/Ab|a%2Fb/)
    for (const path of ['/patients', '/api/v1/patients/7', '/viewer/0123456789abcdef0123456789abcdef'])
      expect(masked(path)).toBe(path)
  })
  it('passes the host on with its port, and one address of the caller', () => {
    expect(nginx).toMatch(/proxy_set_header Host \$http_host;/)
    expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/)
  })
})

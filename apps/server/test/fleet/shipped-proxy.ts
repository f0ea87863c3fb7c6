import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The proxy of deploy/nginx.conf in front of two servers, on a port of this machine and without TLS. */
export interface ShippedProxy {
  /** Which one it is. */
  name: 'nginx' | 'stand-in'
  close(): Promise<void>
}

const shipped = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'nginx.conf')

/** nginx itself where this machine has it (NGINX names another place), else a stand-in that follows the same rules. */
export const startShippedProxy = (port: number, servers: readonly number[]): Promise<ShippedProxy> => {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, 'nginx'))
  const program = [process.env.NGINX, ...places].find((place) => place && existsSync(place))
  return program ? startNginx(program, port, servers) : startStandIn(port, servers)
}

/** The shipped file but for its ports, its certificate and its logs. */
function configuration(folder: string, port: number, [first, second]: readonly number[]): string {
  const file = readFileSync(shipped, 'utf8')
    .replaceAll('127.0.0.1:4101', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:4102', `127.0.0.1:${second}`)
    // The server that only leads to https.
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_.*$/gm, '')
    .replaceAll(/\/var\/log\/nginx/g, folder)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')} crit;
events { worker_connections 8192; }
http { ${places.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
${file}
}`
}

async function startNginx(program: string, port: number, servers: readonly number[]): Promise<ShippedProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'archwire-nginx-'))
  chmodSync(folder, 0o777)
  mkdirSync(join(folder, 'logs'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, servers))
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'start.log')]
  const tried = spawnSync(program, [...args, '-t'], { encoding: 'utf8' })
  if (tried.status !== 0) throw new Error(tried.stderr)
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (let waited = 0; !(await answers(port)); waited += 50) {
    if (child.exitCode !== null || waited > 10_000) throw new Error('nginx did not start')
    await sleep(50)
  }
  return {
    name: 'nginx',
    async close() {
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  )

/** What `proxy_next_upstream` lets go to the other server after a connection that broke, or a 503. */
const mayRepeat = ({ method, headers }: IncomingMessage, wasSent: boolean): boolean =>
  !wasSent || headers['idempotency-key'] !== undefined || !['POST', 'PATCH'].includes(method ?? '')

/** How long nginx starts further tries (`proxy_next_upstream_timeout`). */
const triesForMs = 5_000

/**
 * Takes turns, keeps connections, asks no one whether he is ready, and tries each request at two servers at most. As in nginx,
 * a kept connection that turns out to be closed is no try.
 */
async function startStandIn(port: number, servers: readonly number[]): Promise<ShippedProxy> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 })
  let turn = 0
  const front = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const began = performance.now()
    let [wasSent, tries] = [false, 0]
    for (let next = turn++; ; next += 1) {
      const { answer, error, wasKept } = await ask(servers[next % 2]!, incoming, Buffer.concat(pieces))
      wasSent ||= answer !== undefined || error?.code !== 'ECONNREFUSED'
      if (answer || !wasKept) tries += 1
      const isLast = tries === 2 || performance.now() - began > triesForMs
      const isOver = isLast || (answer ? answer.statusCode !== 503 : false) || !mayRepeat(incoming, wasSent)
      if (isOver) return pass(answer, outgoing)
      answer?.resume()
    }
  })
  const ask = (server: number, incoming: IncomingMessage, body: Buffer) =>
    new Promise<{ answer?: IncomingMessage; error?: NodeJS.ErrnoException; wasKept: boolean }>((resolve) => {
      const { connection: _, ...headers } = incoming.headers
      const asked = request({
        agent,
        host: '127.0.0.1',
        port: server,
        method: incoming.method,
        path: incoming.url,
        headers,
      })
      asked
        .on('response', (answer) => resolve({ answer, wasKept: asked.reusedSocket }))
        .on('error', (error) => resolve({ error, wasKept: asked.reusedSocket }))
        .end(body)
    })
  const pass = (answer: IncomingMessage | undefined, outgoing: ServerResponse) => {
    if (!answer) return void outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>')
    const { connection: _, 'keep-alive': __, ...headers } = answer.headers
    outgoing.writeHead(answer.statusCode!, headers)
    answer.pipe(outgoing)
  }
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  return {
    name: 'stand-in',
    async close() {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
      agent.destroy()
    },
  }
}

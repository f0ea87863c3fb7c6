import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run dev`: the server restarts when its files change, the client reloads in the browser; open the client's address.
 * Run `npm start` once before, for demo data.
 */
const root = join(import.meta.dirname, '..', '..')
const port = process.env.PORT ?? '4100'
const shell = process.platform === 'win32'
const children = [
  spawn(
    'node',
    [
      '--watch-path',
      join(root, 'apps', 'server', 'src'),
      '--watch-path',
      join(root, 'packages'),
      join(root, 'apps', 'server', 'src', 'main.ts'),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, PORT: port },
      shell,
    },
  ),
  spawn('vite', ['--port', String(Number(port) + 1)], {
    cwd: join(root, 'apps', 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${port}` },
    shell,
  }),
]
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
await Promise.all(children.map((child) => new Promise((resolve) => child.on('exit', resolve))))

import { spawnSync } from 'node:child_process'

process.exitCode =
  spawnSync('oxfmt', ['.', ...process.argv.slice(2)], { stdio: 'inherit', shell: process.platform === 'win32' })
    .status ?? 1

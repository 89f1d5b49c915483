/** `npm run dev`: the server, restarted when its code changes, and the client, rebuilt when its own does. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const start = (args: readonly string[]) => spawn(process.execPath, [...args], { cwd: root, stdio: 'inherit' })

const children = [
  start([
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--watch',
    '--mode',
    'gallery',
    '--logLevel',
    'warn',
  ]),
  start(['--watch-path=server', '--watch-path=contract', join(root, 'server/main.ts')]),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })

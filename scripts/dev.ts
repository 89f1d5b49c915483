/**
 * `npm run dev`: the server, started anew when its code changes, and the client, built anew when its own does; a reload
 * of the page shows it. Settings are those of `npm start`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, [...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })

const vite = join(root, 'node_modules/vite/bin/vite.js')
const children = [
  // What stood there stays until the new build does: the page is never gone in between.
  start([vite, 'build', '--watch', '--mode', 'gallery', '--emptyOutDir', 'false', '--logLevel', 'warn']),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })

while (!existsSync(join(root, 'dist/client/index.html')) && children[0]?.exitCode === null) await sleep(200)
children.push(
  start(['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.ts'], {
    NODE_ENV: 'development',
  }),
)

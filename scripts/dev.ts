/**
 * `npm run dev`: restarts the server and rebuilds the client when their code changes; reload the page to see
 * it. The settings are those of `npm start`.
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
  // the previous build stays until the new one is complete, so the page is always available
  start([vite, 'build', '--watch', '--mode', 'gallery', '--emptyOutDir', 'false', '--logLevel', 'warn']),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })

while (!existsSync(join(root, 'dist/client/index.html')) && children[0]?.exitCode === null) await sleep(200)
children.push(
  start(['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.mjs'], {
    NODE_ENV: 'development',
  }),
)

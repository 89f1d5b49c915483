/**
 * `npm run dev`: restarts the server and rebuilds the client when their code changes; reload the page to see
 * it. The settings are those of `npm start`.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builds } from './builds.ts'

const root = join(import.meta.dirname, '..')
const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, [...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })

const vite = join(root, 'node_modules/vite/bin/vite.js')
// the previous build stays until the new one is complete, so the page is always available
const watching = ['build', '--watch', '--emptyOutDir', 'false', '--logLevel', 'warn']
const children = builds.map((args) => start([vite, ...watching, '--mode', 'gallery', ...args]))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })

while (!existsSync(join(root, 'dist/site/site-server.js')) && children[0]?.exitCode === null) await sleep(200)
children.push(
  start(['--watch-path=server', '--watch-path=contract', '--watch-preserve-output', 'server/main.mjs'], {
    NODE_ENV: 'development',
  }),
)

// `npm start`: installs what is missing, builds the client when it is older than its sources, serves everything.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { environment, install, node, root } from './install.mjs'

const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (latest, entry) => Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
      0,
    )

const buildClient = () => {
  // the last of the builds
  const built = join(root, 'dist', 'site', 'site-server.js')
  const sources = ['client', 'contract'].map((folder) => newest(join(root, folder)))
  const latest = Math.max(...sources, statSync(join(root, 'package-lock.json')).mtimeMs)
  if (existsSync(built) && statSync(built).mtimeMs > latest) return
  console.log('Building the client…')
  const options = { cwd: root, stdio: 'inherit', env: environment }
  const done = spawnSync(node(), [join(root, 'scripts', 'builds.ts')], options)
  if (done.status !== 0) process.exit(1)
}

install()
buildClient()
// young objects get 4 MB a space rather than 16: tens of MB less memory, at the same speed
const server = spawn(node(), ['--max-semi-space-size=4', join(root, 'server', 'main.mjs')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...environment, NODE_ENV: process.env.NODE_ENV ?? 'production' },
})
// A Ctrl-C in a terminal reaches the server by itself too; told twice, it still stops once, in good order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))

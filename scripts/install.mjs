// Runs on the machine's own Node (20 or later), before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')

/** The environment of everything we run: the project's own Node 24 first on the path. */
export const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }

const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const major = Number(process.versions.node.split('.')[0])
if (major < 20) fail(`Shipmate needs Node 20 or later. You have ${process.version}.`)

const stampFile = join(root, 'node_modules', '.shipmate-installed')
const stamp = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Installs the packages of the lock file, unless they are. */
export const install = () => {
  const wanted = stamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  console.log('Installing packages…')
  // the build and the tests need the development packages too, which NODE_ENV=production leaves out
  const done = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (done.status !== 0) fail('Couldn’t install the packages: npm ci failed.')
  writeFileSync(stampFile, wanted)
}

/** The Node that runs the product: the project's own, or the machine's where that is new enough. */
export const node = () => {
  const own = join(bin, 'node')
  if (existsSync(own)) return own
  const [nodeMajor, minor] = process.versions.node.split('.').map(Number)
  if (nodeMajor > 24 || (nodeMajor === 24 && minor >= 6)) return process.execPath
  return fail(
    `There’s no Node 24 package for ${process.platform} ${process.arch}. Install Node 24.6 or later.`,
  )
}
